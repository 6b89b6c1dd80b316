// A page whose language was changed meanwhile, in another tab or in the settings, is reloaded.

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const language = detail.xhr.getResponseHeader("Content-Language");
  if (!language || language === document.documentElement.lang) return;
  detail.shouldSwap = false;
  location.reload();
});
