// A link to copy or share. Listeners are on the document, so that they work for fragments loaded later.

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
