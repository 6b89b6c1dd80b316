// The switch of the sounds: off until they are switched on, and only then loaded.
import { $, $$ } from "../js/dom.js";

const isOn = () => localStorage.getItem("sounds") === "on";

function show() {
  for (const button of $$("[data-sounds]")) {
    button.parentElement.hidden = false;
    button.setAttribute("aria-pressed", String(isOn()));
  }
}

async function load() {
  const address = $("[data-sounds]")?.dataset.sounds;
  return address && import(address);
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-sounds]")) return;
  localStorage.setItem("sounds", isOn() ? "off" : "on");
  show();
  if (isOn()) (await load()).soundTurn();
});
document.addEventListener("table:shown", show);
if (isOn()) load();
show();
