// The push subscription of this browser. Permission is never requested without a press.

const { pushUrl: url, worker } = document.getElementById("base-js").dataset;
export const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const keys = async () => (await fetch(url, { headers: { Accept: "application/json" } })).json();

const post = (token, body) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(body),
  });

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

// Answers "denied" or "cannot", a sentence of the site's, or nothing if all is well.
export async function enable() {
  if (!able()) return "cannot";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { key, token } = await keys();
  await navigator.serviceWorker.register(worker);
  const subscription = await subscribe(await navigator.serviceWorker.ready, key);
  const answer = await post(token, { subscription, replaces: "" });
  if (!answer.ok) return (await answer.json()).error;
}

// Once per visit. A subscription whose push service has ended it is replaced if it was this user's.
export async function renew() {
  if (!able() || Notification.permission !== "granted" || sessionStorage.getItem("push-renewed")) return;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = registration && (await registration.pushManager.getSubscription());
  if (!subscription) return;
  sessionStorage.setItem("push-renewed", "yes");
  const { key, token } = await keys();
  const answer = await post(token, { subscription, replaces: "", renew: true });
  if (!answer.ok || !(await answer.json()).ended) return;
  await subscription.unsubscribe();
  const fresh = await subscribe(registration, key);
  await post(token, { subscription: fresh, replaces: subscription.endpoint, renew: true });
}
