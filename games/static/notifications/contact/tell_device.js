// Notices of this browser: a press on [data-tell-device] subscribes it, and each visit brings its subscription up to
// date. js/notices.js loads it.
import { enable, renew } from "../push.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-tell-device]");
  if (!button) return;
  const status = button.closest("[data-tell]").querySelector("[data-tell-status]");
  button.disabled = true;
  let problem = "failed";
  try {
    problem = await enable();
  } catch (error) {
    console.warn(error);
  }
  if (!problem) return location.reload();
  status.textContent = status.dataset[problem] ?? problem;
  status.classList.add("tell__problem");
  button.disabled = false;
});

renew().catch((error) => console.warn(error));
