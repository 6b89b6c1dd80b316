// Loads the player of events (playback.js) once there is something to play: a first visit seldom has anything.
import { main } from "../js/dom.js";

const { player } = document.body.dataset;
const state = { loads: !player };

function load() {
  if (state.loads) return;
  state.loads = true;
  import(player);
}

const { told = 0, since = 0 } = main().dataset;
if (Number(told) > Number(since)) load();
// With the request that brings a new version, so that the player knows the old one.
document.addEventListener("htmx:beforeRequest", load);
