// Notices of this browser: what subscribes it is loaded where that is offered, or once it has been allowed.

const isWanted = () => document.querySelector("[data-tell-device]") || window.Notification?.permission === "granted";

const state = { isLoaded: false };

export function startNotices(address) {
  const load = () => import(address).then(() => (state.isLoaded = true));
  const offer = () => isWanted() && load();
  // Not before the page is there: nobody waits for it.
  addEventListener("load", offer);
  document.addEventListener("htmx:afterSettle", offer);
  // A press before the script is there is repeated once it is.
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-tell-device]");
    if (!button || state.isLoaded) return;
    await load();
    button.click();
  });
}
