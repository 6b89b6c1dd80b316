// The socket, and polls while it is away.
import { main } from "../js/dom.js";
import { attended } from "./attention.js";
import { page, shown } from "./page.js";
import { reconnected, refetch, refetchUnlessShown, requests, showOffline } from "./requests.js";

const wait = { first: 1000, most: 30000, poll: 15000, ping: 45000 };
const state = { socket: null, again: 0, lost: 0, greeted: false, unanswered: false };

const hear = (chat) => chat !== undefined && document.dispatchEvent(new CustomEvent("table:chat", { detail: chat }));
// Spectators of a table do not all ask in the same moment.
const spread = () => (main().hasAttribute("data-spectator") ? 400 * Math.random() : 0);
// Half as long as it has been away: a site that has restarted within seconds has everybody back within seconds.
const longest = () => Math.min(wait.most, Math.max(wait.first, (Date.now() - state.lost) / 2));

// Who is here, as far as the viewer may know; without a word about it nothing has changed.
const changedPresence = (here) => here !== undefined && here !== (main().dataset.here ?? "");

function connect() {
  state.greeted = state.unanswered = false;
  const address = new URL(page.socket, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  if (page.socketPort) address.port = page.socketPort;
  state.socket = new WebSocket(address);
  state.socket.onmessage = receive;
  state.socket.onclose = closed;
}

function receive(event) {
  state.lost = 0;
  reconnected();
  const { version, chat, gallery, here, pong } = JSON.parse(event.data);
  hear(chat ?? gallery);
  const stale = changedPresence(here);
  if (pong) state.unanswered = false;
  if (version === undefined && !stale) return;
  if (version !== undefined && version !== shown()) setTimeout(refetchUnlessShown, spread(), version);
  else if (stale) refetch();
  else if (pong) return;
  else if (state.greeted && Date.now() > requests.ownUntil) refetch();
  state.greeted = true;
}

function closed(event) {
  state.socket = null;
  if (event.code === 4404) return;
  state.lost ||= Date.now();
  // Anywhere in a growing time, so that all pages of a site that has restarted do not come back at once.
  const delay = event.code === 4429 ? wait.most * (0.5 + Math.random() / 2) : longest() * Math.random();
  state.again = setTimeout(connect, delay);
}

function reconnect() {
  clearTimeout(state.again);
  if (state.socket) state.socket.onmessage = state.socket.onclose = null;
  state.socket?.close();
  connect();
}

async function poll() {
  if (state.socket?.readyState === WebSocket.OPEN) return;
  try {
    const answer = await fetch(page.versionUrl, {
      headers: { Accept: "application/json", "X-Attended": attended() },
    });
    if (!answer.ok) return;
    reconnected();
    const { version, chat, gallery, here } = await answer.json();
    hear(chat ?? gallery);
    if (version !== shown() || changedPresence(here)) refetch();
  } catch {
    showOffline(true);
  }
}

// A dead connection is detected by a ping without an answer until the next one.
function ping() {
  if (state.socket?.readyState !== WebSocket.OPEN) return;
  if (state.unanswered) reconnect();
  else if (attended() === "1") {
    state.unanswered = true;
    state.socket.send("ping");
  }
}

addEventListener("offline", () => showOffline(true));
addEventListener("online", () => {
  reconnect();
  poll();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  poll();
  if (!state.unanswered) ping();
});
connect();
setInterval(poll, wait.poll);
setInterval(ping, wait.ping);
