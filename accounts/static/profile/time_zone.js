// Offers the browser's time zone on the settings page.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const knows = (select) => [...select.options].some((option) => option.value === zone);

for (const offer of document.querySelectorAll("[data-zone-offer]")) {
  const select = document.getElementById(offer.dataset.zoneOffer);
  if (!zone || !knows(select) || select.value === zone) continue;
  offer.querySelector("[data-zone-name]").textContent = zone;
  offer.hidden = false;
  offer.addEventListener("click", () => {
    select.value = zone;
    offer.hidden = true;
    select.focus();
  });
}
