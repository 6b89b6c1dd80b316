// Forms: passwords to show, entropy for the deal, a new guest's time zone, and some are submitted once.
import { $, $$ } from "./dom.js";
import { keep } from "./typed.js";

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const reveal = ({ dataset: { reveal: id, type } }) => {
  document.getElementById(id).type = type;
  for (const button of $$(`[data-reveal="${id}"]`)) button.hidden = button.dataset.type === type;
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-reveal]");
  if (!button) return;
  reveal(button);
  $("[data-reveal]:not([hidden])", button.parentElement).focus();
});
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
    // Browsers would remember a password in a text field as a text.
    for (const button of $$('[data-type="password"]', form)) reveal(button);
    for (const field of $$("[data-entropy]", form)) field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
    for (const field of $$("[data-browser-zone]", form)) field.value = zone();
    if ("once" in form.dataset) form.dataset.sent = "yes";
    keep(form);
  },
  true,
);
// A page restored from the back/forward cache may be submitted again.
addEventListener("pageshow", () => {
  for (const form of $$("[data-sent]")) delete form.dataset.sent;
});
