// The switch of shortcuts that are single letters; it is remembered on this device.
import { $$ } from "./dom.js";

export const keysAreOff = () => localStorage.getItem("keys") === "off";

export function showKeySwitch() {
  for (const button of $$("[data-keys]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(!keysAreOff()));
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-keys]")) return;
  localStorage.setItem("keys", keysAreOff() ? "on" : "off");
  showKeySwitch();
});
