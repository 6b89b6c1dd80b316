// Says before anything is sent that too many cards are marked, or not exactly one for an open card. Without it the
// table's answer says so.
//   button: data-most, data-least  how many cards it takes; aria-describedby: its reason
import { $$ } from "../js/dom.js";

const buttons = () => $$("#main button[data-most]");
const marked = () => $$("#main .hand :checked").length;
const tooMany = (button) => marked() > Number(button.dataset.most);
const tooFew = (button) => marked() < Number(button.dataset.least ?? 0);
const reasonOf = (button) => document.getElementById(button.getAttribute("aria-describedby"));

function check() {
  let said = false;
  for (const button of buttons()) {
    button.ariaDisabled = tooMany(button) || tooFew(button) ? "true" : null;
    // Of the button that takes most; the others answer when pressed.
    reasonOf(button).toggleAttribute("data-shown", !said && !button.dataset.least && tooMany(button));
    said ||= tooMany(button);
  }
}
function answer(button) {
  for (const each of buttons()) reasonOf(each).toggleAttribute("data-shown", each === button);
}
document.addEventListener("change", check);
document.addEventListener("htmx:afterSettle", check);
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[data-most]");
    if (button?.ariaDisabled !== "true") return;
    event.preventDefault();
    answer(button);
  },
  { capture: true },
);
check();
