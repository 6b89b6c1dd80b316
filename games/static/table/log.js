// The log has one tab stop a turn: the link to its replay. The arrow keys lead from there to the rules of its lines.
function leaveOutRules() {
  "use strict";
  for (const link of document.querySelectorAll(".turn:has(.turn__head a) .rule-link")) link.tabIndex = -1;
}
leaveOutRules();
document.addEventListener("htmx:afterSettle", leaveOutRules);
document.addEventListener("keydown", (event) => {
  "use strict";
  const turn = event.target.closest?.(".turn");
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!turn || !step || event.ctrlKey || event.altKey || event.metaKey) return;
  const links = [...turn.querySelectorAll("a")];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
