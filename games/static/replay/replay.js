// The replay page: announcements, lost connections, and Play on arrival. The rest is links and a form.
import { $, main } from "../js/dom.js";
import { showKeySwitch } from "../js/key_switch.js";
import { goAfterwards, goBack, play, player } from "./play.js";
import { isByKey } from "./shortcuts.js";

document.addEventListener("htmx:beforeSend", () => {
  $("#refused").textContent = "";
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  $("#offline").hidden = true;
  if (detail.target === $("#refused")) return;
  player.forget();
  $("#live").textContent = $("#caption").textContent;
  if (isByKey() && document.activeElement === document.body) main().focus({ preventScroll: true });
  showKeySwitch();
  goAfterwards();
});
document.addEventListener("htmx:responseError", ({ detail }) => location.assign(detail.pathInfo.finalRequestPath));
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => {
    goBack();
    $("#offline").hidden = false;
  });
}

if ("starts" in document.body.dataset) play();
