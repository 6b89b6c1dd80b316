// Forms: entropy for the deal, a new guest's time zone, and some are submitted once.
import { $$ } from "./dom.js";
import { keep } from "./typed.js";

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
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
