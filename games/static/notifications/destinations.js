// Notification settings: the button subscribes this browser to push messages; permission is never requested before.
import { able, enable } from "./push.js";

const part = document.getElementById("browsers");
const button = part.querySelector("[data-subscribe]"),
  status = part.querySelector("[role=status]");

const show = (name) => {
  for (const each of part.querySelectorAll("[data-state]")) each.hidden = each.dataset.state !== name;
  button.hidden = name !== "offer";
};

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
  show("ended" in row.dataset ? "offer" : "subscribed");
}

async function subscribe() {
  const problem = await enable();
  if (!problem) return location.reload();
  if (problem === "denied" || problem === "cannot") return update();
  status.textContent = problem;
}

button.addEventListener("click", async () => {
  button.disabled = true;
  status.textContent = "";
  try {
    await subscribe();
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
