// Plays on the table what happened since the viewer last looked. The table's own part stays as it is and usable:
// an act of the viewer ends the playing. A page without it has stage pages and the log.
//   #main: data-told   the last move with something to tell; data-since: what comes after it was not seen
import { $, $$, main } from "../js/dom.js";
import { calm } from "./playback_bar.js";
import { eventPlayer } from "./player.js";
import { scenesIn } from "./scenes.js";
import { given, see, seen } from "./seen_moves.js";

const { steps } = document.body.dataset;
const state = { from: given("since"), held: null };

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
  for (const button of offered()) button.hidden = given("told") <= state.from;
}

const player = eventPlayer({
  pace: { move: 300, read: 300, many: 8 },
  address: (since) => `${steps}?since=${since}`,
  place,
  mount,
  unmount,
  counted: (step, told) => ({ n: told.indexOf(step) + 1, all: told.length }),
  shown() {},
  finished(move, all) {
    player.restore();
    see(all ? Math.max(move, given("told")) : move);
  },
});

// Where motion is not wanted nothing starts by itself but a stage: the rest is a list, for who asks for it.
function startUnseen(before = new Map()) {
  state.from = seen();
  if (calm.matches && given("staged") <= state.from) {
    see(given("told"));
    return offerAgain();
  }
  player.start(state.from, calm.matches, before);
}
const unseen = () => given("told") > seen() && !document.hidden;

// --- a new version of the table ---
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  state.held = detail.target === main() && detail.shouldSwap ? scenesIn(main()) : null;
});
document.addEventListener("htmx:afterSwap", () => {
  if (!state.held) return;
  const was = state.held;
  state.held = null;
  if (player.isPlaying()) return player.goOn(was, given("told"));
  player.finish();
  if (unseen()) startUnseen(was);
  else offerAgain();
});
document.addEventListener("visibilitychange", () => {
  if (!player.isPlaying() && unseen()) startUnseen();
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
  if (offered().includes(target.closest?.("[data-playback]"))) player.start(state.from);
});
document.addEventListener(
  "keydown",
  ({ key, target, ctrlKey, altKey, metaKey }) => {
    if (player.isStaging() || ctrlKey || altKey || metaKey || player.owns(target)) return;
    if (key === "Escape" || (key.length === 1 && !/^(TEXTAREA|SELECT)$/.test(target.tagName) && !besides(target)))
      player.finish();
  },
  { capture: true },
);

// --- the return: what was not seen yet ---
offerAgain();
if (unseen() && !location.search) startUnseen();
