// The hand: a card that is played leaves its place empty as long as the page's header names the same turn or hand
// (data-crumb), so that the next tap meets the card that was there; nor do the places after the cards grow fewer.
// In an order that the player has chosen (data-order), the cards lie anew when it changes or when some come.
import { $, $$, main } from "../js/dom.js";

const state = { during: "", order: "", codes: [], places: 0 };

// A card that came lies where one is gone, else at the end.
function slots(codes, before) {
  const come = codes.filter((each) => !before.includes(each));
  const kept = before.map((each) => (codes.includes(each) || !come.length ? each : come.shift()));
  return [...kept, ...come];
}

function arrange() {
  const row = $(".hand:has(> [data-slot])", main());
  if (!row) return;
  const cards = $$(":scope > [data-slot]", row);
  const held = cards.map((each) => each.dataset.slot);
  const { crumb } = main().dataset;
  const { order = "" } = row.dataset;
  if (state.during !== crumb) Object.assign(state, { during: crumb, codes: [], places: 0 });
  if (state.order !== order || (order && !held.every((each) => state.codes.includes(each)))) state.codes = [];
  state.order = order;
  state.codes = slots(held, state.codes);
  const vacant = $$(".hand-slot", row);
  state.places = Math.max(state.places, held.length + vacant.length);
  vacant.forEach((each) => each.remove());
  for (const code of state.codes) row.append(cards.find((each) => each.dataset.slot === code) ?? empty(row));
  cards.sort((one, other) => state.codes.indexOf(one.dataset.slot) - state.codes.indexOf(other.dataset.slot));
  cards.forEach((each, at) => $("[data-key]", each)?.setAttribute("data-key", at + 1));
  for (let place = state.codes.length; place < state.places; place += 1) row.append(empty(row));
}

function empty(row) {
  const place = document.createElement(row.tagName === "UL" ? "li" : "span");
  place.className = "hand-slot";
  place.ariaHidden = "true";
  return place;
}

document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "main" && arrange());
arrange();
