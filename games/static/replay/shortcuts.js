// Keyboard shortcuts of a replay: single letters can be switched off.
import { keysAreOff, showKeySwitch } from "../js/key_switch.js";
import { go, isPlaying, play, player, stop } from "./play.js";

const state = { byKey: false };
export const isByKey = () => state.byKey;

function press(event) {
  const turn = event.shiftKey ? "turn-" : "";
  if (event.key === "ArrowLeft") return go(`#go-${turn}before`);
  if (event.key === "ArrowRight") return go(`#go-${turn}after`);
  if (event.key === "s") return go("#go-highlight");
  if (event.key === "l") return go("#go-mine");
  return isPlaying() ? stop() : play();
}

document.addEventListener("pointerdown", () => {
  state.byKey = false;
});
document.addEventListener("keydown", (event) => {
  state.byKey = true;
  const letter = /^[sl]$/.test(event.key),
    space = event.key === " ";
  if (event.ctrlKey || event.altKey || event.metaKey || !(letter || space || /^Arrow(Left|Right)$/.test(event.key)))
    return;
  const { tagName } = event.target;
  if (tagName === "INPUT" || (letter && keysAreOff()) || (space && /^(A|BUTTON)$/.test(tagName))) return;
  if (player.isStaging()) return;
  event.preventDefault();
  press(event);
});

showKeySwitch();
