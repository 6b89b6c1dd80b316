// A page whose language was changed meanwhile, in another tab or in the settings, is shown anew as a whole before a
// part of it comes in the other one.
(() => {
  "use strict";
  document.addEventListener("htmx:beforeSwap", (event) => {
    const language = event.detail.xhr.getResponseHeader("Content-Language");
    if (!language || language === document.documentElement.lang) return;
    event.detail.shouldSwap = false;
    location.reload();
  });
})();
