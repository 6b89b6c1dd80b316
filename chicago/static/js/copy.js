// A text to copy, or a link to share. Listeners are on the document, so that they work for fragments loaded later.
//   data-copy, data-share of a button: the id of the text; the outcome is said in the element <id>-copied
//   data-text of the text: what to copy of it

const select = (shown) => (shown.select ? shown.select() : getSelection().selectAllChildren(shown));

const isCopied = async (shown) => {
  select(shown);
  try {
    await navigator.clipboard.writeText(shown.dataset.text ?? shown.value);
    return true;
  } catch {
    // No clipboard, or no permission: the text stays selected, so that it can be copied by hand.
    return document.execCommand("copy");
  }
};

const copy = async (shown) => {
  const status = document.getElementById(shown.id + "-copied");
  status.textContent = (await isCopied(shown)) ? status.dataset.copied : status.dataset.failed;
};

const share = async (shown) => {
  try {
    await navigator.share({ title: document.title, url: shown.value });
  } catch (error) {
    if (error.name !== "AbortError") await copy(shown);
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
