// Talk at a table: fetched when table.js hears that there is more of it, and read once it has been looked at.
(() => {
  "use strict";
  const talk = () => document.getElementById("talk");
  const LOOK = 1500;
  let heard = 0,
    timer = 0;

  async function hear() {
    if (!talk() || Number(talk().dataset.talk) >= heard) return;
    const from = document.getElementById("talk-form").action;
    await htmx.ajax("GET", from, { source: talk(), target: "#talk", select: "#talk", swap: "outerHTML" });
    document.getElementById("live").textContent = talk()?.dataset.says ?? "";
  }
  document.addEventListener("table:talk", ({ detail }) => {
    heard = Math.max(heard, detail);
    hear();
  });

  const looking = new IntersectionObserver(([end]) => {
    clearTimeout(timer);
    if (end.isIntersecting) timer = setTimeout(read, LOOK);
  });
  function watch() {
    looking.disconnect();
    if (talk()?.dataset.unread) looking.observe([...talk().querySelectorAll(".said")].at(-1));
  }
  function read() {
    const where = talk()?.dataset.unread;
    if (!where || !document.hasFocus()) return;
    delete talk().dataset.unread;
    htmx.ajax("POST", where, { source: "#talk-form", target: "#talk", swap: "none" });
  }

  document.addEventListener("htmx:afterSettle", () => {
    hear();
    watch();
  });
  addEventListener("focus", watch);
  watch();
})();
