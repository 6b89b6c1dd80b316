// Seats and invitations: entropy for the deal, forms submitted once, a link to copy.
// Listeners are on the document, so that they work for fragments loaded later.
(() => {
  "use strict";
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.dataset.sent) return event.preventDefault();
      for (const field of form.querySelectorAll("[data-entropy]"))
        field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
      if ("once" in form.dataset) form.dataset.sent = "yes";
    },
    true,
  );

  // A page restored from the back/forward cache may be submitted again.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
  });

  const copy = async (field) => {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    const status = document.getElementById(field.id + "-copied");
    status.textContent = status.dataset.message;
  };

  const share = async (field) => {
    try {
      await navigator.share({ title: document.title, url: field.value });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy],[data-share]");
    if (!button) return;
    if (button.dataset.copy) copy(document.getElementById(button.dataset.copy));
    else share(document.getElementById(button.dataset.share));
  });

  const offerSharing = () => {
    if (!navigator.share) return;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
  };
  document.addEventListener("htmx:afterSettle", offerSharing);
  offerSharing();
})();
