// The player of events: shows moves one after the other, with the log's sentence as caption, and stops at stages.
// What its host gives, and what it reads and sends, is in docs/explanation/playback.md.
window.eventPlayer = (host) => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const page = document.body.dataset;
  const main = () => $("#main");
  const stage = $("#playback-stage");
  const bar = document.importNode($("#playback-bar").content, true).firstElementChild;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const apart = 80,
    asksBefore = 5;
  const tell = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`playback:${name}`, { detail }));
  let playing = null,
    present = null;

  // --- scenes: those of the present are put aside while others are shown ---
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
  function restore() {
    if (!present) return false;
    show(present);
    for (const scene of present.values()) {
      scene.inert = false;
      window.htmx?.process(scene);
    }
    present = null;
    return true;
  }

  // --- the bar ---
  const part = (name) => $(`.playback__${name}`, bar);
  const lineOf = (step) => step.line.map((node) => node.cloneNode(true));
  function say(step) {
    const words = host.counted(step, toldSteps());
    const count = part("count").dataset.text.replace(/\{(\w+)\}/g, (_, name) => words[name]);
    part("says").replaceChildren(...lineOf(step));
    part("count").textContent = count;
    $(".playback__count", stage).textContent = words.all > 1 ? count : "";
    if (calm.matches) list(step);
  }
  function list(step) {
    const item = document.createElement("li");
    item.append(...lineOf(step));
    part("list").append(item);
    part("list").scrollTop = item.offsetTop - part("list").offsetTop;
  }
  function clear() {
    part("list").replaceChildren();
    part("list").hidden = !calm.matches;
    part("says").hidden = calm.matches;
    $("[data-playback=next]", bar).hidden = !calm.matches;
  }

  // --- cards move from where they were: known by their face if it shows, else by their place alone ---
  function cardsShown() {
    const rows = $$("[data-scene] ol", main());
    return $$("[data-scene] li .playing-card", main()).map((node) => {
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
  const easing = "ease-out";
  function fly(node, box, to, order, duration) {
    const frames = [
      { transformOrigin: "0 0", transform: between(to, box) },
      { transformOrigin: "0 0", transform: "none" },
    ];
    node.classList.add("playback-moves");
    const run = node.animate(frames, { duration, delay: order * apart, easing, fill: "backwards" });
    run.onfinish = run.oncancel = () => node.classList.remove("playback-moves");
  }
  const between = (at, box) =>
    `translate(${box.left - at.left}px, ${box.top - at.top}px) ` +
    `scale(${Math.min(1.5, box.width / at.width)}, ${Math.min(1.5, box.height / at.height)})`;
  function ghost(node, box, to, duration) {
    if (!to) return;
    const shown = node.cloneNode(true);
    shown.classList.add("playback-ghost");
    shown.setAttribute("aria-hidden", "true");
    for (const side of ["left", "top", "width", "height"]) shown.style[side] = `${box[side]}px`;
    document.body.append(shown);
    const end = `translate(${to.left - box.left}px, ${to.top - box.top}px) scale(.8)`;
    const run = shown.animate([{ transform: "none" }, { transform: end, opacity: 0.2 }], { duration, easing });
    run.onfinish = run.oncancel = () => shown.remove();
  }
  function move(before, hands, by, time) {
    const after = cardsShown();
    const arrived = after.filter(({ place, face }) => !take(before, (was) => was.place === place && was.face === face));
    arrived.reduce((order, card) => order + arrive(card, before, by, order, time), 0);
    const pile = boxOf($(".pile--discards", main()));
    for (const card of before) ghost(card.node, card.box, pile, time);
    return drawn(hands, time) || arrived.length + before.length > 0;
  }
  // How many cards have flown: one that was turned where it lay has not.
  function arrive(card, before, by, order, duration) {
    const was = take(before, ({ face }) => face === card.face);
    if (!was && take(before, ({ place }) => place === card.place)) {
      card.node.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration, easing });
      return 0;
    }
    const origin = was?.box ?? amid(seatBox(by), card.box);
    if (origin) fly(card.node, origin, card.box, order, duration);
    return origin ? 1 : 0;
  }
  // From a seat a card comes in its own size, from the middle.
  function amid(seat, { width, height }) {
    if (!seat) return null;
    return { left: seat.left + (seat.width - width) / 2, top: seat.top + (seat.height - height) / 2, width, height };
  }
  function drawn(hands, time) {
    const deck = $(".pile__card", main());
    const box = boxOf(deck);
    if (!box) return false;
    const drawing = [...handsShown()].filter(([seat, number]) => number > hands.get(seat));
    for (const [seat] of drawing) ghost(deck, box, seatBox(seat), time);
    return drawing.length > 0;
  }

  // --- fetching ---
  function stepOf(item) {
    const line = [...$(".playback__line", item).childNodes].map((node) => document.importNode(node, true));
    const shown = $(".playback__stage", item);
    return {
      number: Number(item.dataset.move),
      by: item.dataset.by,
      told: $$(".playback__line > *", item).length > 0,
      line,
      scenes: scenesIn(document.importNode($(".playback__scene", item), true)),
      stage: shown && document.importNode(shown, true),
    };
  }
  async function fetched(since) {
    const answer = await fetch(host.address(since), { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`steps: ${answer.status}`);
    const list = $("#steps", new DOMParser().parseFromString(await answer.text(), "text/html"));
    return { ...list.dataset, steps: [...list.children].map(stepOf) };
  }
  async function more(mine, since) {
    mine.fetching = true;
    try {
      const { last, until, steps } = await fetched(since);
      // An answer that leads no further has all there is.
      mine.last = Number(until) > since ? Math.max(mine.last, Number(last)) : since;
      mine.until = Number(until);
      const fresh = mine.steps.length ? steps.slice(1) : steps;
      mine.steps.push(...(mine.staged ? fresh.filter((step) => step.stage) : fresh));
    } catch {
      mine.failed = true;
    }
    mine.fetching = false;
  }

  // --- playing ---
  const toldSteps = () => playing.steps.filter((step) => step.told);
  // before: scenes that are shown until there are others.
  async function start(since, staged = false, before = new Map()) {
    clearTimeout(playing?.timer);
    present ??= scenesIn(main());
    if (!staged) aside(before);
    const mine = (playing = { from: since, steps: [], at: 0, last: 0, until: since, timer: 0, waits: true });
    // Where the table has ended there is nothing to move, but what it ended with has a stage.
    mine.staged = staged || !host.place();
    page.playing = mine.staged ? "stages" : "moves";
    await more(mine, since);
    if (playing !== mine) return;
    if (mine.failed) return giveUp();
    if (!toldSteps().length && mine.until >= mine.last) return finish();
    if (!mine.staged) host.mount(bar);
    begin();
  }
  function begin() {
    clearTimeout(playing.timer);
    playing.at = -1;
    playing.staging = null;
    clear();
    next();
  }
  function again() {
    const { steps, failed, from, staged } = playing;
    if (stage.open) stage.close("stays");
    if (steps.length && !failed) begin();
    else start(from, staged);
  }
  function next() {
    if (!playing) return;
    clearTimeout(playing.timer);
    playing.waits = false;
    const step = playing.steps[playing.at + 1];
    if (!step) return rest();
    playing.at += 1;
    if (playing.steps.length - playing.at < asksBefore) ahead();
    showStep(step);
  }
  function showStep(step) {
    const before = cardsShown(),
      hands = handsShown();
    if (!playing.staged) aside(step.scenes);
    host.shown(step);
    if (!step.told) return next();
    say(step);
    const time = host.pace.move * quickly();
    const moved = !calm.matches && !playing.staged && move(before, hands, step.by, time);
    tell("step", { moved, staged: Boolean(step.stage) });
    if (step.stage) stageFor(step, time);
    else if (!calm.matches) playing.timer = setTimeout(next, time + host.pace.read * quickly());
  }
  const quickly = () => (toldSteps().length > host.pace.many ? 0.5 : 1);
  // No step is left: more is on its way or can be had, or can't be had, or there is no more.
  function rest() {
    if (playing.failed) return giveUp();
    if (!playing.fetching && playing.until >= playing.last) return finish();
    playing.waits = true;
    ahead();
  }
  async function ahead() {
    const mine = playing;
    if (mine.fetching || mine.failed || mine.until >= mine.last) return;
    await more(mine, mine.until);
    if (playing === mine && mine.waits) next();
  }
  function stageFor(step, time) {
    playing.staging = step;
    playing.timer = setTimeout(perform, calm.matches ? 0 : time);
  }
  function perform() {
    const shown = playing.staging.stage.cloneNode(true);
    $(".playback-stage__shown", stage).replaceChildren(...shown.childNodes);
    if (!stage.open) stage.showModal();
    stage.scrollTop = 0;
    tell("stage");
  }
  stage.addEventListener("close", () => {
    const leaves = stage.returnValue !== "stays";
    stage.returnValue = "";
    if (!playing || !leaves) return;
    playing.staging = null;
    next();
  });
  // What was fetched has been played; the rest can't be had now.
  function giveUp() {
    delete page.playing;
    restore();
    host.mount(bar);
    clear();
    part("list").hidden = $("[data-playback=next]", bar).hidden = true;
    part("says").hidden = false;
    part("says").textContent = $("#playback-failed").textContent.trim();
    part("count").textContent = "";
  }
  // Leaves the board as it is shown.
  function stop() {
    clearTimeout(playing?.timer);
    playing = null;
    delete page.playing;
    if (stage.open) stage.close("stays");
    host.unmount(bar);
  }
  function finish() {
    if (!playing) return;
    const { failed, last } = playing;
    const reached = failed ? (playing.steps[playing.at]?.number ?? playing.from) : last;
    stop();
    host.finished(reached, !failed);
    tell("end");
  }

  // The page is new: what was put aside is gone with the old one.
  function forget() {
    if (!playing) present = null;
  }

  // --- the table has changed: what is being shown stays, what is new is played after it ---
  function goOn(was, last) {
    const mine = playing;
    present = scenesIn(main());
    mine.last = Math.max(mine.last, last);
    if (!host.place() && !mine.staged) return onlyStages(mine);
    if (!mine.staged) aside(was);
    if (!mine.steps.length) return;
    if (!mine.staged) host.mount(bar);
    if (mine.waits) ahead();
  }
  // The table has ended: there is nothing left to move, but stages that were not read yet.
  function onlyStages(mine) {
    clearTimeout(mine.timer);
    mine.staged = true;
    page.playing = "stages";
    const left = mine.steps.slice(mine.at + 1).filter((step) => step.stage);
    mine.steps = mine.staging ? [mine.staging, ...left] : left;
    mine.at = mine.staging ? 0 : -1;
    if (!mine.staging) next();
    else if (!stage.open) perform();
  }

  document.addEventListener(
    "click",
    ({ target }) => {
      const what = target.closest?.("[data-playback]")?.dataset.playback;
      if (!what || !playing) return;
      if (what === "skip") finish();
      else if (what === "again") again();
      else if (what === "go-on") stage.close();
      else next();
    },
    { capture: true },
  );

  return {
    get playing() {
      return Boolean(playing) && !playing.failed;
    },
    get staging() {
      return stage.open;
    },
    owns: (element) => bar.contains(element) || stage.contains(element),
    calm,
    scenesIn,
    restore,
    forget,
    start,
    goOn,
    finish,
    stop,
  };
};
