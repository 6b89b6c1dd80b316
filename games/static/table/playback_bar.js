// The bar of the player of events: the log's sentence as caption, or with reduced motion the list of all.
import { $ } from "../js/dom.js";

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const bar = document.importNode($("#playback-bar").content, true).firstElementChild;

const part = (name) => $(`.playback__${name}`, bar);
const lineOf = (step) => step.line.map((node) => node.cloneNode(true));

// Returns the text beside the caption. words: what stands in it for {n} and {all}.
export function say(step, words) {
  const count = part("count").dataset.text.replace(/\{(\w+)\}/g, (_, name) => words[name]);
  part("says").replaceChildren(...lineOf(step));
  part("count").textContent = count;
  if (calm.matches) list(step);
  return count;
}

function list(step) {
  const item = document.createElement("li");
  item.append(...lineOf(step));
  part("list").append(item);
  part("list").scrollTop = item.offsetTop - part("list").offsetTop;
}

export function clear() {
  part("list").replaceChildren();
  part("list").hidden = !calm.matches;
  part("says").hidden = calm.matches;
  $("[data-playback=next]", bar).hidden = !calm.matches;
}

export function sayFailed() {
  clear();
  part("list").hidden = $("[data-playback=next]", bar).hidden = true;
  part("says").hidden = false;
  part("says").textContent = $("#playback-failed").textContent.trim();
  part("count").textContent = "";
}
