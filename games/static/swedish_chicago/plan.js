// Puts the cards of a plan in order: by dragging, by arrow keys, or by pressing a card and then its new place. The
// numbers below the cards do the same without a script.
import { $ } from "../js/dom.js";

// By id, because each answer of the server replaces the cards. lifted: the card that was pressed; held: the card under
// the finger; dragged: it has been moved since.
const state = { lifted: "", held: "", dragged: false };

const cardOf = (target) => target.closest?.(".plan-card");
const row = (card) => [...card.parentElement.children];
const hold = (card) => $(".plan-card__hold", card);
const lifted = () => document.getElementById(state.lifted);
const held = () => document.getElementById(state.held);

function lift(button) {
  if (lifted()) lifted().ariaPressed = "false";
  state.lifted = button?.id ?? "";
  if (button) button.ariaPressed = "true";
}

// Moves a card to another's place. An answer that is under way has the old order.
function move(card, other) {
  card.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: { elt: card.closest(".plan-tray") } }));
  const cards = row(card);
  const isLater = cards.indexOf(other) > cards.indexOf(card);
  other[isLater ? "after" : "before"](card);
  row(card).forEach((each, n) => ($("select", each).value = n + 1));
}
// Tells the page the new order.
function tell(card) {
  hold(card).focus({ preventScroll: true });
  $("select", card).dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("keydown", (event) => {
  const card = event.target.matches(".plan-card__hold") && cardOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || !step) return;
  event.preventDefault();
  const other = row(card)[row(card).indexOf(card) + step];
  if (!other) return;
  move(card, other);
  tell(card);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest(".plan-card__hold");
  if (!button) return;
  if (state.dragged) {
    state.dragged = false;
    return;
  }
  const before = lifted();
  lift(before ? null : button);
  if (!before || before === button) return;
  move(cardOf(before), cardOf(button));
  tell(cardOf(before));
});
document.addEventListener("pointerdown", (event) => {
  state.held = event.target.closest?.(".plan-card__hold")?.id ?? "";
  state.dragged = false;
});
document.addEventListener("pointermove", (event) => {
  if (!held()) return;
  const card = cardOf(held());
  const other = document.elementFromPoint(event.clientX, event.clientY)?.closest(".plan-card");
  if (!other || other === card) return;
  move(card, other);
  state.dragged = true;
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    const button = held();
    state.held = "";
    if (state.dragged && button) tell(cardOf(button));
  });
}
document.addEventListener("htmx:afterSwap", () => lift(lifted()));
// A place that is chosen below a card moves the card there.
document.addEventListener(
  "change",
  (event) => {
    const card = event.target.matches(".plan-card__place") && cardOf(event.target);
    if (!card) return;
    const cards = row(card);
    const other = cards[Number(event.target.value) - 1];
    if (other && other !== card) move(card, other);
  },
  { capture: true },
);
