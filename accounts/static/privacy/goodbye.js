// Signing out: this browser is told of turns no more, whoever uses it next. Nobody waits long for it.
(() => {
  "use strict";
  const form = document.querySelector("form[data-goodbye]");

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
})();
