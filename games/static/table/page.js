// What the page says of its table, and what it reads out.
import { $, $$, main } from "../js/dom.js";

export const page = document.body.dataset;
export const shown = () => parseInt(main().dataset.version, 10);
export const chosen = () => $$("[data-pick]:checked", main()).map((each) => each.value);

// Emptied before, since a text that is the same again is not read.
export function announce(text) {
  $("#live").textContent = "";
  setTimeout(() => ($("#live").textContent = text));
}
