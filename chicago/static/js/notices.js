// Notices of this browser: what subscribes it is loaded where that is offered, or once it has been allowed.

const isWanted = () => document.querySelector("[data-tell-device]") || window.Notification?.permission === "granted";

export function startNotices(address) {
  const offer = () => isWanted() && import(address);
  // Not before the page is there: nobody waits for it.
  addEventListener("load", offer);
  document.addEventListener("htmx:afterSettle", offer);
}
