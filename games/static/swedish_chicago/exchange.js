// Says before anything is sent that too many or too few cards are marked. Without it the table's answer says so.
//   button: data-most, data-least  how many cards it takes; data-many, data-few: the id of the reason
import { $$ } from "../js/dom.js";

const buttons = () => $$("#main button[data-most]");
const marked = () => $$("#main .hand :checked").length;
const tooMany = (button) => marked() > Number(button.dataset.most);
const tooFew = (button) => marked() < Number(button.dataset.least ?? 0);

function show(button) {
  const { few, many } = button.dataset;
  const due = tooFew(button) ? few : many;
  for (const each of $$("#main .reason[role=alert]")) each.toggleAttribute("data-shown", each.id === due);
}
function check() {
  const all = buttons();
  for (const button of all) button.ariaDisabled = tooMany(button) || tooFew(button) ? "true" : null;
  for (const each of $$("#main .reason[data-shown]")) each.removeAttribute("data-shown");
  // Of the exchange, the first button; the others answer when pressed.
  if (all.length && tooMany(all[0])) show(all[0]);
}
document.addEventListener("change", check);
document.addEventListener("htmx:afterSettle", check);
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[data-most]");
    if (button?.ariaDisabled !== "true") return;
    event.preventDefault();
    show(button);
  },
  { capture: true },
);
check();
