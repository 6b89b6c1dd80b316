// Plays what happened since the viewer last looked: move by move, on the parts of the table marked data-scene, with the
// log's sentence in place of the headline; where a move has a stage it stops there. The table's own part stays as it is
// and usable: whoever acts ends the playing. It knows no game. A page without it has stage pages and the log.
//   #main: data-told     the last move with something to tell; data-since: what comes after it was not seen
//   data-scene="x"       a part that each step replaces; data-seat="n" a player in it
//   data-playback="x"    buttons: next, again, skip, go-on
//   body: data-playing   while it plays: moves, or stages alone
(() => {
  "use strict";
  const page = document.body.dataset;
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const main = () => $("#main");
  const stage = $("#playback-stage");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const pace = { move: 300, read: 300, apart: 80 };
  const many = 8;

  // --- what the viewer has seen of this table, kept for some tables ---
  const tablesKept = 60;
  function memory() {
    try {
      return JSON.parse(localStorage.getItem("seen-moves")) ?? {};
    } catch {
      // Storage may be switched off: then each page begins with what the table knows.
      return {};
    }
  }
  function remember(move) {
    const { [page.table]: _, ...others } = memory();
    const entries = [...Object.entries(others), [page.table, move]].slice(-tablesKept);
    try {
      localStorage.setItem("seen-moves", JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // As above.
    }
  }
  const given = (name) => Number(main().dataset[name] ?? 0);
  let seen = Math.max(memory()[page.table] ?? 0, given("since"));
  let from = given("since");
  function saw(move) {
    seen = Math.max(seen, move);
    remember(seen);
  }

  // --- scenes: those of the present are put aside while others are shown ---
  let playing = null,
    present = null,
    held = null;
  const scenesIn = (root) => new Map($$("[data-scene]", root).map((scene) => [scene.dataset.scene, scene]));
  function show(scenes) {
    for (const [name, scene] of scenes) {
      const shown = $(`[data-scene="${name}"]`, main());
      if (shown && shown !== scene) shown.replaceWith(scene);
    }
  }
  function aside(scenes) {
    for (const scene of scenes.values()) scene.inert = true;
    show(scenes);
  }

  // --- the bar in the headline's place ---
  const bar = document.importNode($("#playback-bar").content, true).firstElementChild;
  const part = (name) => $(`.playback__${name}`, bar);
  function mount() {
    const form = $("form.game", main());
    if (!form) return;
    const headline = $(".headline:not(.playback)", form);
    (headline ?? $(".status", form)).after(bar);
    if (headline) headline.hidden = true;
  }
  function unmount() {
    const focused = bar.contains(document.activeElement);
    bar.remove();
    const headline = $("form.game .headline", main());
    if (headline) headline.hidden = false;
    offerAgain();
    if (focused) ($("[data-playback=again]:not([hidden])", main()) ?? main()).focus({ preventScroll: true });
  }
  function offerAgain() {
    for (const button of $$("[data-playback=again]", main()))
      if (!bar.contains(button)) button.hidden = given("told") <= from;
  }
  function counted(step) {
    const told = playing.steps.filter((each) => each.told);
    const words = { n: told.indexOf(step) + 1, all: told.length };
    return part("count").dataset.text.replace(/\{(\w+)\}/g, (_, name) => words[name]);
  }
  function say(step) {
    part("says").replaceChildren(...step.line.map((node) => node.cloneNode(true)));
    part("count").textContent = counted(step);
    $(".playback__count", stage).textContent = counted(step);
    if (!calm.matches) return;
    const item = document.createElement("li");
    item.append(...step.line.map((node) => node.cloneNode(true)));
    part("list").append(item);
    part("list").scrollTop = part("list").scrollHeight;
  }

  // --- cards move from where they were: known by their face if it shows, else by their place alone ---
  function cardsShown() {
    const rows = $$("[data-scene] ol", main());
    return $$("[data-scene] .playing-card", main()).map((node) => {
      const place = node.closest("li");
      const row = place.parentElement;
      const back = node.classList.contains("playing-card--back");
      return {
        node,
        box: node.getBoundingClientRect(),
        place: `${rows.indexOf(row)} ${[...row.children].indexOf(place)}`,
        face: back ? "" : `${$("use", node)?.getAttribute("href")} ${node.textContent.trim()}`,
      };
    });
  }
  const handsShown = () =>
    new Map(
      $$("[data-scene] [data-seat]", main()).map((seat) => [
        seat.dataset.seat,
        parseInt($(".seat__hand", seat)?.lastChild.textContent, 10),
      ]),
    );
  const boxOf = (element) => {
    const box = element?.getBoundingClientRect();
    return box?.width ? box : null;
  };
  const seatBox = (seat) => boxOf($(`[data-scene] [data-seat="${seat}"]`, main()));
  function take(cards, wanted) {
    const found = cards.findIndex(wanted);
    return found < 0 ? null : cards.splice(found, 1)[0];
  }
  function fly(node, box, to, order, time) {
    const frames = [
      { transformOrigin: "0 0", transform: between(to, box) },
      { transformOrigin: "0 0", transform: "none" },
    ];
    node.classList.add("playback-moves");
    const run = node.animate(frames, {
      duration: time,
      delay: order * pace.apart,
      easing: "ease-out",
      fill: "backwards",
    });
    run.onfinish = run.oncancel = () => node.classList.remove("playback-moves");
  }
  const between = (at, box) =>
    `translate(${box.left - at.left}px, ${box.top - at.top}px) ` +
    `scale(${Math.min(1.5, box.width / at.width)}, ${Math.min(1.5, box.height / at.height)})`;
  function ghost(node, box, to, time) {
    if (!to) return;
    const shown = node.cloneNode(true);
    shown.classList.add("playback-ghost");
    shown.setAttribute("aria-hidden", "true");
    Object.assign(shown.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    document.body.append(shown);
    const end = `translate(${to.left - box.left}px, ${to.top - box.top}px) scale(.8)`;
    const run = shown.animate([{ transform: "none" }, { transform: end, opacity: 0.2 }], {
      duration: time,
      easing: "ease-out",
    });
    run.onfinish = run.oncancel = () => shown.remove();
  }
  function move(before, hands, by, time) {
    const after = cardsShown();
    const arrived = [];
    for (const card of after) {
      const was = take(before, ({ place, face }) => place === card.place && face === card.face);
      if (!was) arrived.push(card);
    }
    let order = 0;
    for (const card of arrived) {
      const was = take(before, ({ face }) => face === card.face);
      const turned = was ? null : take(before, ({ place }) => place === card.place);
      if (turned) {
        card.node.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: time, easing: "ease-out" });
        continue;
      }
      const origin = was?.box ?? seatBox(by);
      if (origin) fly(card.node, shrunk(origin, card.box, !was), card.box, order++, time);
    }
    const pile = boxOf($(".pile--discards", main()));
    for (const card of before) ghost(card.node, card.box, pile, time);
    drawn(hands, time);
  }
  // From a seat a card comes in its own size, from the middle.
  function shrunk(origin, box, seat) {
    if (!seat) return origin;
    const left = origin.left + (origin.width - box.width) / 2;
    const top = origin.top + (origin.height - box.height) / 2;
    return { left, top, width: box.width, height: box.height };
  }
  function drawn(hands, time) {
    const deck = $(".pile__card", main());
    const box = boxOf(deck);
    if (!box) return;
    for (const [seat, number] of handsShown()) if (number > hands.get(seat)) ghost(deck, box, seatBox(seat), time);
  }

  // --- playing ---
  function stepOf(item) {
    const line = [...$(".playback__line", item).childNodes].map((node) => document.importNode(node, true));
    const shown = $(".playback__stage", item);
    return {
      by: item.dataset.by,
      told: $$(".playback__line > *", item).length > 0,
      line,
      scenes: scenesIn(document.importNode($(".playback__scene", item), true)),
      stage: shown && document.importNode(shown, true),
    };
  }
  async function fetched(since) {
    const answer = await fetch(`${page.steps}?since=${since}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`steps: ${answer.status}`);
    const list = $("#steps", new DOMParser().parseFromString(await answer.text(), "text/html"));
    return { last: Number(list.dataset.last), steps: [...list.children].map(stepOf) };
  }
  // Where motion is not wanted nothing starts by itself but a stage: the rest is a list, for who asks for it.
  function startUnseen(before = new Map()) {
    const since = seen;
    if (calm.matches && given("staged") <= since) {
      saw(given("told"));
      from = since;
      return offerAgain();
    }
    present = scenesIn(main());
    if (!calm.matches) aside(before);
    start(since, calm.matches);
  }
  async function start(since, staged = false) {
    const mine = (playing = { steps: [], at: 0, last: given("told"), timer: 0, waits: true, staged });
    from = since;
    present ??= scenesIn(main());
    mine.staged ||= !present.size;
    page.playing = mine.staged ? "stages" : "moves";
    await more(mine, since);
    if (playing !== mine || playing.failed) return;
    if (!mine.steps.some((step) => step.told)) return finish();
    if (!mine.staged) mount();
    begin();
  }
  async function more(mine, since) {
    try {
      const { last, steps } = await fetched(since);
      if (playing !== mine) return;
      mine.last = Math.max(mine.last, last);
      // Where the table has ended there is nothing to move, but what it ended with has a stage.
      const fresh = mine.steps.length ? steps.slice(1) : steps;
      mine.steps.push(...(mine.staged ? fresh.filter((step) => step.stage) : fresh));
    } catch {
      if (playing === mine) failed();
    }
  }
  function failed() {
    playing.failed = true;
    delete page.playing;
    restore();
    mount();
    part("says").textContent = $("#playback-failed").textContent.trim();
    part("count").textContent = "";
  }
  function begin() {
    clearTimeout(playing.timer);
    playing.at = -1;
    part("list").replaceChildren();
    part("list").hidden = !calm.matches;
    part("says").hidden = calm.matches;
    $("[data-playback=next]", bar).hidden = !calm.matches;
    next();
  }
  function next() {
    if (!playing) return;
    clearTimeout(playing.timer);
    playing.waits = false;
    const step = playing.steps[playing.at + 1];
    if (!step) return playing.fetching ? (playing.waits = true) : finish();
    playing.at += 1;
    const before = cardsShown(),
      hands = handsShown();
    if (!playing.staged) aside(step.scenes);
    if (!step.told) return next();
    const quick = playing.steps.filter((each) => each.told).length > many ? 0.5 : 1;
    say(step);
    if (!calm.matches && !playing.staged) move(before, hands, step.by, pace.move * quick);
    if (step.stage) playing.timer = setTimeout(perform, calm.matches ? 0 : pace.move * quick, step);
    else if (!calm.matches) playing.timer = setTimeout(next, (pace.move + pace.read) * quick);
  }
  function perform(step) {
    $(".playback-stage__shown", stage).replaceChildren(...step.stage.cloneNode(true).childNodes);
    if (!stage.open) stage.showModal();
    stage.scrollTop = 0;
  }
  function restore() {
    if (!present) return;
    show(present);
    for (const scene of present.values()) {
      scene.inert = false;
      window.htmx?.process(scene);
    }
    present = null;
  }
  function finish() {
    if (!playing) return;
    clearTimeout(playing.timer);
    const last = playing.last;
    playing = null;
    delete page.playing;
    if (stage.open) stage.close();
    restore();
    saw(Math.max(last, given("told")));
    unmount();
  }

  // --- a new version of the table: what is being shown stays, what is new is played after it ---
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    held = detail.target === main() && detail.shouldSwap ? scenesIn(main()) : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!held) return;
    const was = held;
    held = null;
    if (playing?.failed) finish();
    if (playing) goOn(was);
    else if (given("told") > seen && !document.hidden) startUnseen(was);
    else offerAgain();
  });
  async function goOn(was) {
    const mine = playing;
    present = scenesIn(main());
    if (!mine.staged) aside(was);
    if (!mine.steps.length) return start(from, mine.staged);
    if (!mine.staged) mount();
    if (given("told") <= mine.last) return;
    mine.fetching = true;
    await more(mine, mine.last);
    mine.fetching = false;
    if (playing === mine && mine.waits) next();
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !playing && given("told") > seen) startUnseen();
  });

  // --- who acts ends the playing, and their act goes its way ---
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("[data-playback]");
      if (button) return press(button.dataset.playback);
      if (playing && !bar.contains(event.target) && event.target.closest?.("form.game") && !besides(event.target))
        finish();
    },
    { capture: true },
  );
  const besides = (element) => element.closest(".aside, [popover]");
  function press(what) {
    if (what === "skip") return finish();
    if (what === "again" && playing?.steps.length) {
      if (stage.open) stage.close("again");
      return begin();
    }
    if (what === "again") {
      playing = null;
      return start(from);
    }
    if (what === "go-on") return stage.close();
    next();
  }
  stage.addEventListener("close", () => {
    const again = stage.returnValue === "again";
    stage.returnValue = "";
    if (playing && !again) next();
  });
  document.addEventListener(
    "keydown",
    ({ key, target, ctrlKey, altKey, metaKey }) => {
      if (!playing || stage.open || ctrlKey || altKey || metaKey || bar.contains(target)) return;
      if (key === "Escape" || (key.length === 1 && !/^(TEXTAREA|SELECT)$/.test(target.tagName) && !besides(target)))
        finish();
    },
    { capture: true },
  );

  // --- the return: what was not seen yet ---
  offerAgain();
  if (given("told") > seen && !document.hidden && !location.search) startUnseen();
})();
