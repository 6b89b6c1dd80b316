// Scenes, the parts of the table that each step replaces: those of the present are put aside while others are shown.
import { $, $$, main } from "../js/dom.js";
import { count } from "./counts.js";

const state = { present: null };

export const scenesIn = (root) => new Map($$("[data-scene]", root).map((scene) => [scene.dataset.scene, scene]));

// Returns pairs: the part that was shown, and the one that is shown now.
function show(scenes) {
  const replaced = [];
  for (const [name, scene] of scenes) {
    const shown = $(`[data-scene="${name}"]`, main());
    if (!shown || shown === scene) continue;
    shown.replaceWith(scene);
    replaced.push([shown, scene]);
  }
  return replaced;
}

export function showInert(scenes) {
  for (const scene of scenes.values()) scene.inert = true;
  return show(scenes);
}

// As long as there is a present that is put aside, it remains the one.
export function putAside() {
  state.present ??= scenesIn(main());
}

// The page is new: what was put aside is gone with the old one.
export function renewPresent() {
  state.present = scenesIn(main());
}
export function forgetPresent() {
  state.present = null;
}

export function restorePresent() {
  if (!state.present) return false;
  count(show(state.present));
  for (const scene of state.present.values()) {
    scene.inert = false;
    window.htmx?.process(scene);
  }
  state.present = null;
  return true;
}
