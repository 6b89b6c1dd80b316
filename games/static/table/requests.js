// Requests to the table. While one is under way, or a button held down, the page stays as it is: else a press would be
// lost. What could not be sent is sent again.
import { $, main } from "../js/dom.js";
import { chosen, page, shown } from "./page.js";

const AGAIN = 5000,
  OWN = 1500;
// No response, or one of a proxy whose server is down.
const AWAY = [0, 502, 504];

// busy, acting: how many are under way, and how many of them are the player's; pressed: a button is held down
// late: the version that is to be fetched after that; sent: the pieces of the last move; ownUntil: news are its own
// unsent: a request that could not be sent; resending: the element that had sent it
export const requests = {
  busy: 0,
  acting: 0,
  pressed: false,
  late: null,
  sent: [],
  ownUntil: 0,
  unsent: null,
  resending: null,
};

export const isNews = ({ requestConfig }) => [document.body, $("#chat-messages")].includes(requestConfig.elt);
const isMove = ({ requestConfig, target }) => requestConfig.verb === "post" && target === main();

export function refetch(version = -1) {
  if (requests.busy || requests.pressed) requests.late = version;
  else htmx.ajax("GET", page.table + location.search, { target: "#main", swap: "outerHTML" });
}

export function refetchUnlessShown(version) {
  if (version !== shown()) refetch(version);
}

function catchUp() {
  if (requests.late === null || requests.busy || requests.pressed) return;
  const version = requests.late;
  requests.late = null;
  refetchUnlessShown(version);
}

export function showOffline(is) {
  $("#offline").hidden = !is;
  $("#unsent").hidden = !requests.unsent;
}

// A request to the table that could not be sent is sent again once it can be: the same request twice is one move.
export function reconnected() {
  showOffline(false);
  if (!requests.unsent || requests.busy) return;
  const { path, formData, elt } = requests.unsent;
  htmx.ajax("POST", path, { source: "#live", target: "#main", swap: "outerHTML", values: formData });
  requests.resending = elt;
}

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const act = isNews(detail) ? 0 : 1,
    move = isMove(detail);
  requests.busy += 1;
  requests.acting += act;
  if (act) $("#refused").textContent = "";
  if (move) {
    requests.sent = chosen();
    requests.ownUntil = Date.now() + OWN;
  }
  // A request in whose place a newer one was sent is not lost.
  let aborted = false;
  detail.xhr.addEventListener("abort", () => (aborted = true));
  // htmx sends no event at a request's end when its element has left the page; the request itself does.
  detail.xhr.addEventListener("loadend", () => {
    requests.busy -= 1;
    requests.acting -= act;
    const lost = !aborted && AWAY.includes(detail.xhr.status);
    if (move) moved(detail, lost);
    showOffline(lost);
    if (!act && lost) setTimeout(refetch, AGAIN);
    document.dispatchEvent(new CustomEvent("table:answered", { detail: { by: detail.requestConfig.elt, lost } }));
    catchUp();
  });
});

function moved({ requestConfig, elt }, lost) {
  requests.ownUntil = Date.now() + OWN;
  requests.unsent = lost ? { ...requestConfig, elt: requests.resending ?? elt } : null;
  requests.resending = null;
}

document.addEventListener("pointerdown", () => {
  requests.pressed = true;
});
for (const name of ["pointerup", "pointercancel", "blur"]) {
  addEventListener(name, () =>
    setTimeout(() => {
      requests.pressed = false;
      catchUp();
    }),
  );
}
