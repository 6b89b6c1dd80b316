// Puts the cards of a plan in order: by dragging, by arrow keys, or by pressing a card and then its new place. The
// numbers below the cards do the same without a script.
import { $ } from "../js/dom.js";

// lifted: the card that was pressed; held: the card under the finger; dragged: it has been moved since
const state = { lifted: null, held: null, dragged: false };

const cardOf = (target) => target.closest?.(".plan-card");
const row = (card) => [...card.parentElement.children];
const hold = (card) => $(".plan-card__hold", card);
const isKnown = () => state.lifted?.isConnected;

function lift(card) {
  if (isKnown()) hold(state.lifted).ariaPressed = "false";
  state.lifted = card;
  if (card) hold(card).ariaPressed = "true";
}

// Moves a card to another's place, and tells the page.
function move(card, other) {
  const cards = row(card);
  const isLater = cards.indexOf(other) > cards.indexOf(card);
  other[isLater ? "after" : "before"](card);
  row(card).forEach((each, n) => ($("select", each).value = n + 1));
}
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
  const card = cardOf(button);
  if (state.dragged) {
    state.dragged = false;
    return;
  }
  const before = isKnown() ? state.lifted : null;
  lift(before ? null : card);
  if (!before || before === card) return;
  move(before, card);
  tell(before);
});
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.(".plan-card__hold");
  state.held = button && cardOf(button);
  state.dragged = false;
});
document.addEventListener("pointermove", (event) => {
  if (!state.held?.isConnected) return;
  const over = document.elementFromPoint(event.clientX, event.clientY);
  const other = over && cardOf(over);
  if (!other || other === state.held || other.parentElement !== state.held.parentElement) return;
  move(state.held, other);
  state.dragged = true;
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    const { held } = state;
    state.held = null;
    if (state.dragged && held?.isConnected) tell(held);
  });
}
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
