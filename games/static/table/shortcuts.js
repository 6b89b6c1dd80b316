// Shortcuts: single keys, which can be switched off.
import { $, $$, main } from "../js/dom.js";
import { keysAreOff, showKeySwitch } from "../js/key_switch.js";
import { announce, chosen, page } from "./page.js";

const legal = () => JSON.parse($("#legal-moves")?.textContent ?? "[]");
const allowed = ({ value }) => !value?.includes("*") || legal().includes(value.replace("*", chosen()[0]));

function back() {
  const piece = $("[data-pick]:checked", main()),
    home = $(`a[href="${page.table}"]`, main());
  if (home) home.click();
  else if (piece) piece.checked = false;
}

function openField(summary) {
  summary.parentElement.open = true;
  $("input[type=text]", summary.parentElement).focus();
}

const textOf = (element) =>
  $$("p", element)
    .map((each) => each.textContent)
    .join(" ");

function press(key) {
  const target = $(`[data-key="${CSS.escape(key)}"]`);
  if (!target) return false;
  if ("aloud" in target.dataset) announce(textOf(target));
  else if (target.tagName === "SUMMARY") openField(target);
  else if (target.popover !== null) target.showPopover?.();
  else if (allowed(target)) target.click();
  if ("pick" in target.dataset) target.focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.target.tagName === "INPUT" && !/^(radio|checkbox)$/.test(event.target.type)) return;
  if (event.key === "Escape" && !$("[popover]:popover-open")) back();
  else if (!keysAreOff() && press(event.key.toLowerCase())) event.preventDefault();
});
document.addEventListener("table:shown", showKeySwitch);
showKeySwitch();
