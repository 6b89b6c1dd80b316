// The steps that are played, fetched some at a time.
import { $, $$ } from "../js/dom.js";
import { scenesIn } from "./scenes.js";

function stepOf(item) {
  const line = [...$(".playback__line", item).childNodes].map((node) => document.importNode(node, true));
  const shown = $(".playback__stage", item);
  return {
    number: Number(item.dataset.move),
    by: item.dataset.by,
    told: $$(".playback__line > *", item).length > 0,
    line,
    scenes: scenesIn(document.importNode($(".playback__scene", item), true)),
    stage: shown && document.importNode(shown, true),
  };
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`steps: ${answer.status}`);
  const list = $("#steps", new DOMParser().parseFromString(await answer.text(), "text/html"));
  return { ...list.dataset, steps: [...list.children].map(stepOf) };
}

// Fetches the steps after a move and appends them to the playback.
export async function fetchMore(playing, since, address) {
  playing.fetching = true;
  try {
    const { last, until, steps } = await fetched(address);
    // An answer that leads no further has all there is.
    playing.last = Number(until) > since ? Math.max(playing.last, Number(last)) : since;
    playing.until = Number(until);
    const fresh = playing.steps.length ? steps.slice(1) : steps;
    playing.steps.push(...(playing.staged ? fresh.filter((step) => step.stage) : fresh));
  } catch {
    playing.failed = true;
  }
  playing.fetching = false;
}
