// How a stage reveals its hands: reveal.css has the animation, which this only puts in order.
//   --turn of a card, --named of a row, --turns of a stage   after how many beats
//   --from of a row   how many rows below its place it begins, as the players sit
import { $, $$ } from "../js/dom.js";
import { countUp } from "./counts.js";

const MANY = 8;
const BEAT = 300;
const state = { reveal: null };

function order(hands, first) {
  const rows = $$(".reveal-row", hands);
  const seated = [...rows].sort((one, other) => one.dataset.order - other.dataset.order);
  seated.forEach((row, place) => row.style.setProperty("--from", place - rows.indexOf(row)));
  return $(".reveal-row--ranks", hands) ? byColumn(seated, first) : byRow(seated, first);
}
const hidden = (row) => $$(".reveal-row__cards > li", row).filter((place) => $(".flip", place));
function turn(place, beat) {
  place.style.setProperty("--turn", beat);
  return beat + 1;
}
// Each hand turns over, and is named, before the next one.
function byRow(rows, first) {
  return rows.reduce((beat, row) => {
    const named = hidden(row).reduce((now, place) => turn(place, now), beat);
    row.style.setProperty("--named", named);
    return named + 1;
  }, first);
}
// Hands are compared rank by rank, and what that is worth is said at the end.
function byColumn(rows, first) {
  const column = (place) => [...place.parentElement.children].indexOf(place);
  const places = rows.flatMap(hidden).sort((one, other) => column(one) - column(other));
  const last = places.reduce((now, place) => turn(place, now), first);
  for (const row of rows) row.style.setProperty("--named", last);
  return last;
}

// Before the dialog opens.
export function setOrder(dialog) {
  dialog.style.setProperty("--beat", `${$$(".flip", dialog).length > MANY ? BEAT / 2 : BEAT}ms`);
  let beat = 0;
  for (const stage of $$(".stage", dialog)) {
    for (const hands of $$(".reveal", stage)) beat = order(hands, beat);
    stage.style.setProperty("--turns", beat);
  }
}

const delay = (element) => Math.max(0, ...element.getAnimations().map(({ effect }) => effect.getTiming().delay));

// Once it is open. Returns after how many seconds each card turns, and the verdict is seen.
export function play(dialog) {
  const verdict = Math.max(0, ...$$(".verdict, .stage__outcome", dialog).map(delay));
  if (verdict) for (const each of $$("[data-from]", dialog)) countUp(each, each.dataset.from, verdict);
  markUntilShown(dialog, dialog.getAnimations({ subtree: true }));
  return { turns: $$(".flip", dialog).map((card) => delay(card) / 1000), verdict: verdict / 1000 };
}
async function markUntilShown(dialog, runs) {
  const mine = (state.reveal = {});
  dialog.toggleAttribute("data-revealing", runs.length > 0);
  await Promise.allSettled(runs.map(({ finished }) => finished));
  if (state.reveal === mine) offerAgain(dialog);
}
// Again takes the place of Skip, which hides: the focus would be lost with it.
function offerAgain(dialog) {
  const skips = $(".btn[data-playback=show-all]", dialog) === document.activeElement;
  dialog.removeAttribute("data-revealing");
  if (skips) $("[data-playback=go-on]", dialog).focus();
}
export function showAll(dialog) {
  for (const run of dialog.getAnimations({ subtree: true })) run.finish();
}
