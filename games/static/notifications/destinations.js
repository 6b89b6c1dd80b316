// Settings, "where": this browser is told from a press of the button on, and never asked for permission before.
(() => {
  "use strict";
  const part = document.getElementById("browsers");
  const button = part.querySelector("[data-subscribe]"),
    status = part.querySelector("[role=status]");
  const { url, worker } = part.dataset;

  const say = (name) => {
    for (const each of part.querySelectorAll("[data-says]")) each.hidden = each.dataset.says !== name;
    button.hidden = name !== "offer";
  };

  const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  async function current() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration ? registration.pushManager.getSubscription() : null;
  }

  async function look() {
    if (!able()) return say("cannot");
    if (Notification.permission === "denied") return say("denied");
    const subscription = await current();
    const row = subscription && part.querySelector(`[data-endpoint="${CSS.escape(subscription.endpoint)}"]`);
    if (!row) return say("offer");
    row.querySelector("[data-this]").hidden = false;
    say("told");
  }

  async function subscribe(registration, key) {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    try {
      return await registration.pushManager.subscribe(options);
    } catch (error) {
      // The site has another key than when this browser subscribed.
      if (error.name !== "InvalidStateError") throw error;
      await (await registration.pushManager.getSubscription()).unsubscribe();
      return registration.pushManager.subscribe(options);
    }
  }

  async function tell() {
    if ((await Notification.requestPermission()) !== "granted") return look();
    const { key, token } = await (await fetch(url, { headers: { Accept: "application/json" } })).json();
    await navigator.serviceWorker.register(worker);
    const subscription = await subscribe(await navigator.serviceWorker.ready, key);
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ subscription, replaces: "" }),
    });
    if (answer.ok) return location.reload();
    status.textContent = (await answer.json()).error;
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "";
    try {
      await tell();
    } catch {
      status.textContent = status.dataset.failed;
    }
    button.disabled = false;
  });

  // Who removes this browser here need not be told by it that nobody wants it any more.
  part.addEventListener("submit", async (event) => {
    const row = event.target.closest("[data-endpoint]");
    if (!row || row.querySelector("[data-this]").hidden) return;
    const subscription = await current();
    if (subscription) subscription.unsubscribe();
  });

  look();
})();
