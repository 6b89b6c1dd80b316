// Notification settings: the button subscribes this browser to push messages; permission is never requested before.
(() => {
  "use strict";
  const part = document.getElementById("browsers");
  const button = part.querySelector("[data-subscribe]"),
    status = part.querySelector("[role=status]");
  const { url, worker } = part.dataset;

  const show = (name) => {
    for (const each of part.querySelectorAll("[data-state]")) each.hidden = each.dataset.state !== name;
    button.hidden = name !== "offer";
  };

  const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  async function current() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration ? registration.pushManager.getSubscription() : null;
  }

  async function update() {
    if (!able()) return show("cannot");
    if (Notification.permission === "denied") return show("denied");
    const subscription = await current();
    const row = subscription && part.querySelector(`[data-endpoint="${CSS.escape(subscription.endpoint)}"]`);
    if (!row) return show("offer");
    row.querySelector("[data-this-browser]").hidden = false;
    show("subscribed");
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

  async function enable() {
    if ((await Notification.requestPermission()) !== "granted") return update();
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
      await enable();
    } catch {
      status.textContent = status.dataset.failed;
    }
    button.disabled = false;
  });

  // Removing this browser here also ends its subscription at the push service.
  part.addEventListener("submit", async (event) => {
    const row = event.target.closest("[data-endpoint]");
    if (!row || row.querySelector("[data-this-browser]").hidden) return;
    const subscription = await current();
    if (subscription) subscription.unsubscribe();
  });

  update();
})();
