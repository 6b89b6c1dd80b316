// Logs: one tab stop a turn, the link to its replay; arrow keys lead from there to the rules of its lines. On a table's
// first visit they are not worth a request of their own, so they are in the script of every page.
import { $$ } from "./dom.js";

function leaveOutRules() {
  for (const link of $$(".turn:has(.turn__head a) .rule-link")) link.tabIndex = -1;
}

function step(event) {
  const turn = event.target.closest?.(".turn");
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!turn || !way || event.ctrlKey || event.altKey || event.metaKey) return;
  const links = $$("a", turn);
  const next = links[links.indexOf(event.target) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function startLogs() {
  document.addEventListener("keydown", step);
  document.addEventListener("htmx:afterSettle", leaveOutRules);
  leaveOutRules();
}
