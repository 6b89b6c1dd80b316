// Offers the browser's time zone on the settings page.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  for (const offer of document.querySelectorAll("[data-zone-offer]")) {
    const select = document.getElementById(offer.dataset.zoneOffer);
    const known = [...select.options].some((option) => option.value === zone);
    if (!known || select.value === zone) continue;
    offer.querySelector("[data-zone-name]").textContent = zone;
    offer.hidden = false;
    offer.addEventListener("click", () => {
      select.value = zone;
      offer.hidden = true;
      select.focus();
    });
  }
})();
