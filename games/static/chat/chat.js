// Chat at a table: fetched when table/socket.js receives a newer version, and marked as read once it has been in view.
// Enter sends; the page's title counts what is unread.

const messages = () => document.getElementById("chat-messages");
const READING_TIME = 1500;
const state = { newest: 0, timer: 0 };

async function update() {
  if (!messages() || Number(messages().dataset.chatVersion) >= state.newest) return;
  const from = document.getElementById("chat-form").action;
  const part = "#chat-messages";
  await htmx.ajax("GET", from, { source: messages(), target: part, select: part, swap: "outerHTML" });
  document.getElementById("live").textContent = messages()?.dataset.announce ?? "";
}
document.addEventListener("table:chat", ({ detail }) => {
  state.newest = Math.max(state.newest, detail);
  update();
});

function count() {
  const unread = messages()?.dataset.unread ? messages().querySelectorAll(".chat-message--new").length : 0;
  // A number in brackets before it is that of the tables that wait (js/waiting_count.js).
  const mark = unread ? "✉ " + unread + " " : "";
  document.title = document.title.replace(/^(\(\d+\) )?(✉ \d+ )?/, "$1" + mark);
}

document.addEventListener("keydown", (event) => {
  const { target, key, shiftKey, isComposing, repeat } = event;
  if (target.id !== "chat-input" || key !== "Enter" || shiftKey || isComposing) return;
  event.preventDefault();
  const send = document.querySelector("#chat-send");
  if (target.value.trim() && !repeat && !send.disabled) send.click();
});

const observer = new IntersectionObserver(([end]) => {
  clearTimeout(state.timer);
  if (end.isIntersecting) state.timer = setTimeout(read, READING_TIME);
});
function watch() {
  observer.disconnect();
  if (messages()?.dataset.unread) observer.observe([...messages().querySelectorAll(".chat-message")].at(-1));
}
function read() {
  const where = messages()?.dataset.unread;
  if (!where || !document.hasFocus()) return;
  delete messages().dataset.unread;
  count();
  htmx.ajax("POST", where, { source: "#chat-form", target: "#chat-messages", swap: "none" });
}

document.addEventListener("htmx:afterSettle", () => {
  update();
  watch();
  count();
});
addEventListener("focus", watch);
watch();
count();
