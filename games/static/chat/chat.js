// Chat at a table: fetched when table.js receives a newer version, and marked as read once it has been in view.
(() => {
  "use strict";
  const messages = () => document.getElementById("chat-messages");
  const READING_TIME = 1500;
  let newest = 0,
    timer = 0;

  async function update() {
    if (!messages() || Number(messages().dataset.chatVersion) >= newest) return;
    const from = document.getElementById("chat-form").action;
    const part = "#chat-messages";
    await htmx.ajax("GET", from, { source: messages(), target: part, select: part, swap: "outerHTML" });
    document.getElementById("live").textContent = messages()?.dataset.announce ?? "";
  }
  document.addEventListener("table:chat", ({ detail }) => {
    newest = Math.max(newest, detail);
    update();
  });

  const observer = new IntersectionObserver(([end]) => {
    clearTimeout(timer);
    if (end.isIntersecting) timer = setTimeout(read, READING_TIME);
  });
  function watch() {
    observer.disconnect();
    if (messages()?.dataset.unread) observer.observe([...messages().querySelectorAll(".chat-message")].at(-1));
  }
  function read() {
    const where = messages()?.dataset.unread;
    if (!where || !document.hasFocus()) return;
    delete messages().dataset.unread;
    htmx.ajax("POST", where, { source: "#chat-form", target: "#chat-messages", swap: "none" });
  }

  document.addEventListener("htmx:afterSettle", () => {
    update();
    watch();
  });
  addEventListener("focus", watch);
  watch();
})();
