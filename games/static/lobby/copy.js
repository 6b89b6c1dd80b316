// A link to copy or share. Listeners are on the document, so that they work for fragments loaded later.

// Milliseconds.
const SHOWN_FOR = 2500;

const isCopied = async (field) => {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // No clipboard, or no permission: the field stays selected, so that it can be copied by hand.
    return document.execCommand("copy");
  }
};

const label = (button) => {
  const span = button.querySelector("span");
  const usual = span.textContent;
  span.textContent = button.dataset.copied;
  delete button.dataset.copied;
  setTimeout(() => {
    button.dataset.copied = span.textContent;
    span.textContent = usual;
  }, SHOWN_FOR);
};

const copy = async (button, field) => {
  const worked = await isCopied(field);
  const status = document.getElementById(field.id + "-copied");
  status.textContent = (worked ? status.dataset.message : status.dataset.failed) ?? "";
  if (worked && button.dataset.copied) label(button);
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
  if (button.dataset.copy) copy(button, document.getElementById(button.dataset.copy));
  else share(document.getElementById(button.dataset.share));
});

const offerSharing = () => {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
};
document.addEventListener("htmx:afterSettle", offerSharing);
offerSharing();
