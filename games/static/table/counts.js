// Numbers count up to what they are. The page has the right number throughout; this only draws the way to it.
import { $$ } from "../js/dom.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LASTS = 600;
const number = (text) => Number(text.trim().replace("−", "-"));
const figure = (value) => String(value).replace("-", "−");

// Plays while the element's animation runs, so that whatever finishes that also finishes the count.
export function countUp(element, from, delay = 0) {
  const text = element.textContent,
    [start, end] = [number(from), number(text)];
  if (calm.matches || start === end) return;
  const run = element.animate([], { delay, duration: LASTS, easing: "ease-out", fill: "backwards" });
  const draw = () => {
    const { progress } = run.effect.getComputedTiming();
    const counts = run.playState === "running" && element.isConnected;
    element.textContent = counts ? figure(Math.round(start + (end - start) * progress)) : text;
    if (counts) requestAnimationFrame(draw);
  };
  draw();
}

// Numbers on the table, marked data-count, count from the old to the new value.
// replaced: pairs of an element and its successor.
const key = (element) => `${element.closest("[data-seat]")?.dataset.seat} ${element.dataset.count}`;
export function count(replaced) {
  if (!calm.matches) replaced.forEach(countFrom);
}
function countFrom([before, after]) {
  const counted = new Map($$("[data-count]", before).map((element) => [key(element), element]));
  for (const now of $$("[data-count]", after)) {
    const was = counted.get(key(now));
    if (was) change(was, now);
  }
}
function change(was, now) {
  const widths = [was, now].map((element) => element.getAttribute("width"));
  if (widths[0] !== widths[1]) {
    now.animate({ width: widths }, { duration: LASTS, easing: "ease-out" });
  } else if (was.textContent.trim() === now.textContent.trim()) {
    return;
  } else if (Number.isNaN(number(was.textContent))) {
    now.animate({ scale: [1, 1.5, 1] }, { duration: LASTS, easing: "ease-out" });
  } else {
    countUp(now, was.textContent);
  }
}
