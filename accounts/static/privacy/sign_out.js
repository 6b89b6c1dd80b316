// Signing out ends the push subscription of this browser. It waits at most two seconds for that.

const form = document.querySelector("form[data-sign-out]");

async function stop() {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  form.elements.endpoint.value = subscription.endpoint;
  await subscription.unsubscribe();
}

form.addEventListener(
  "submit",
  async (event) => {
    event.preventDefault();
    const enough = new Promise((done) => setTimeout(done, 2000));
    try {
      await Promise.race([stop(), enough]);
    } finally {
      form.submit();
    }
  },
  { once: true },
);
