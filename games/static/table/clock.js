// Time: the server's, since the device's clock may be wrong.
import { $, $$, main } from "../js/dom.js";
import { announce, page } from "./page.js";
import { refetch } from "./requests.js";

const arrived = () => performance.now() - (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
const state = { ahead: Number(page.now) + arrived() - Date.now(), due: "", warned: "" };
const now = () => Date.now() + state.ahead;
const two = (number) => String(number).padStart(2, "0");
const spans = JSON.parse(page.spans);

document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  const said = detail.xhr.getResponseHeader("X-Now");
  if (said) state.ahead = Number(said) - Date.now();
});

function remaining(seconds) {
  const left = {
    days: Math.floor(seconds / 86400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
  };
  const words = left.days ? spans.days : left.hours ? spans.hours : spans.minutes;
  return words.replace(/%\((\w+)\)(02)?d/g, (_, unit, padded) => (padded ? two(left[unit]) : left[unit]));
}

// The seconds are not read out; that the last minute has begun is, once.
export function lastMinute() {
  const time = $("[data-last-minute]", main());
  const left = time ? Date.parse(time.dateTime) - now() : 0;
  if (left <= 0 || left > 60000 || state.warned === time.dateTime) return "";
  state.warned = time.dateTime;
  return time.dataset.lastMinute;
}

export function tick() {
  const last = lastMinute();
  if (last) announce(last);
  for (const time of $$("[data-left],[data-clock]")) {
    const seconds = Math.floor((Date.parse(time.dateTime) - now()) / 1000);
    if ("clock" in time.dataset) countDown(time, seconds);
    else if (seconds > 0) time.textContent = remaining(seconds);
  }
}

function countDown(time, seconds) {
  time.textContent = `${Math.max(0, Math.floor(seconds / 60))}:${two(Math.max(0, seconds) % 60)}`;
  if (seconds >= 0 || state.due === time.dateTime) return;
  state.due = time.dateTime;
  setTimeout(refetch, 3000);
}

setInterval(tick, 1000);
