// A refusal in its place: what was refused is answered by choosing something else, or by Enter.
import { $, main } from "../js/dom.js";

document.addEventListener("change", ({ target }) => {
  if ("pick" in target.dataset) $("#refused-here")?.remove();
});
// Enter on the text that was refused, unchanged, makes the one move that is offered.
document.addEventListener("keydown", (event) => {
  const { target } = event;
  const offer = $("[data-confirms]", main());
  if (event.key !== "Enter" || target.id !== "typed-move" || !offer || target.value !== target.defaultValue) return;
  event.preventDefault();
  offer.click();
});
