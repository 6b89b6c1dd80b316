// Plays on the table what happened since the viewer last looked. The table's own part stays as it is and usable:
// an act of the viewer ends the playing. A page without it has stage pages and the log.
//   #main: data-told   the last move with something to tell; data-since: what comes after it was not seen
(() => {
  "use strict";
  const page = document.body.dataset;
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const main = () => $("#main");

  // --- what the viewer has seen of this table, in whichever page of this browser, kept for some tables ---
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
  let noted = given("since"),
    from = noted,
    held = null;
  const seen = () => (noted = Math.max(noted, memory()[page.table] ?? 0));
  function saw(move) {
    noted = Math.max(seen(), move);
    remember(noted);
  }

  // --- the bar in the headline's place ---
  const headline = () => $("form.game .headline:not(.playback)", main());
  const place = () => headline() ?? $("form.game .status", main());
  function mount(bar) {
    place()?.after(bar);
    if (headline()) headline().hidden = true;
  }
  function unmount(bar) {
    const focused = bar.contains(document.activeElement);
    bar.remove();
    if (headline()) headline().hidden = false;
    offerAgain();
    if (focused) (offered().find((each) => !each.hidden) ?? main()).focus({ preventScroll: true });
  }
  const offered = () => $$("[data-playback=again]", main()).filter((each) => !player.owns(each));
  function offerAgain() {
    for (const button of offered()) button.hidden = given("told") <= from;
  }

  const player = eventPlayer({
    pace: { move: 300, read: 300, many: 8 },
    address: (since) => `${page.steps}?since=${since}`,
    place,
    mount,
    unmount,
    counted: (step, told) => ({ n: told.indexOf(step) + 1, all: told.length }),
    shown() {},
    finished(move, all) {
      player.restore();
      saw(all ? Math.max(move, given("told")) : move);
    },
  });

  // Where motion is not wanted nothing starts by itself but a stage: the rest is a list, for who asks for it.
  function startUnseen(before = new Map()) {
    from = seen();
    const calm = player.calm.matches;
    if (calm && given("staged") <= from) {
      saw(given("told"));
      return offerAgain();
    }
    player.start(from, calm, before);
  }
  const unseen = () => given("told") > seen() && !document.hidden;

  // --- a new version of the table ---
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    held = detail.target === main() && detail.shouldSwap ? player.scenesIn(main()) : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!held) return;
    const was = held;
    held = null;
    if (player.playing) player.goOn(was, given("told"));
    else {
      player.finish();
      if (unseen()) startUnseen(was);
      else offerAgain();
    }
  });
  document.addEventListener("visibilitychange", () => {
    if (!player.playing && unseen()) startUnseen();
  });

  // --- who acts ends the playing, and their act goes its way ---
  const besides = (element) => element.closest(".aside, [popover]");
  document.addEventListener(
    "click",
    ({ target }) => {
      if (target.closest?.("[data-playback]")) return;
      if (!player.owns(target) && target.closest?.("form.game") && !besides(target)) player.finish();
    },
    { capture: true },
  );
  document.addEventListener("click", ({ target }) => {
    if (offered().includes(target.closest?.("[data-playback]"))) player.start(from);
  });
  document.addEventListener(
    "keydown",
    ({ key, target, ctrlKey, altKey, metaKey }) => {
      if (player.staging || ctrlKey || altKey || metaKey || player.owns(target)) return;
      if (key === "Escape" || (key.length === 1 && !/^(TEXTAREA|SELECT)$/.test(target.tagName) && !besides(target)))
        player.finish();
    },
    { capture: true },
  );

  // --- the return: what was not seen yet ---
  offerAgain();
  if (unseen() && !location.search) startUnseen();
})();
