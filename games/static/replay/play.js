// Play: shows the moves by the player of events (table/player.js). The page's links and lists remain those of the move
// where it began: at its end the page is fetched.
import { $ } from "../js/dom.js";
import { eventPlayer } from "../table/player.js";

const { steps } = document.body.dataset;
// began: the move where Play was pressed; afterwards: the way to go on once the page is fetched
const state = { began: 0, afterwards: null };

const scale = () => $("#at");
const last = () => Number(scale().max);
const caption = () => $(".transport__now p");
const cards = () => ($("#show-all[aria-current]") ? "&cards=up" : "");

export const player = eventPlayer({
  pace: { move: 300, read: 900, many: Infinity },
  address: (since) => `${steps}?since=${since}${cards()}`,
  place: caption,
  mount(bar) {
    caption().after(bar);
    caption().hidden = true;
  },
  unmount(bar) {
    bar.remove();
    caption().hidden = false;
  },
  counted: (step) => ({ n: step.number, all: last() }),
  shown: ({ number }) => mark(number),
  finished: open,
});

export const isPlaying = () => document.body.classList.contains("is-playing");

export function play() {
  document.body.classList.add("is-playing");
  state.began = Number(scale().value);
  player.start(state.began < last() ? state.began : 0);
}

function mark(move) {
  scale().value = $("#main").dataset.at = move;
  $(".scrubber__track .done").setAttribute("d", `M0 37H${move}`);
  $(".scrubber__curve .now")?.setAttribute("d", `M${move} 0V1000`);
}

// Where the playing has come to, or at a move; then goes on another way.
export function stop(way = null) {
  const at = Number(scale().value);
  player.stop();
  open(at, way);
}

function open(at, way = null) {
  document.body.classList.remove("is-playing");
  state.afterwards = way;
  scale().value = at;
  htmx.trigger(scale().form, "change");
}

// A step that is asked for while another is fetched follows it.
const isFetching = () => Boolean($("#main .htmx-request"));
export function go(way) {
  if (isPlaying()) return stop(way);
  if (isFetching()) return (state.afterwards = way);
  const link = $(way);
  if (link?.href) link.click();
}

document.addEventListener(
  "click",
  (event) => {
    const control = event.target.closest("#go-play, .transport a, .move-list a");
    if (control?.matches(".transport__btns a:not(#go-play, #go-play-on)") && !isPlaying() && isFetching()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      state.afterwards = `#${control.id}`;
      return;
    }
    if (!control || !(isPlaying() || control.id === "go-play")) return;
    if (control.matches(".move-list a, #show-seen, #show-all")) return leave();
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isPlaying()) play();
    else stop(control.id === "go-play" ? null : `#${control.id}`);
  },
  true,
);

// The viewer goes to a move of their own choice.
function leave() {
  document.body.classList.remove("is-playing");
  player.stop();
}
document.addEventListener("input", (event) => {
  if (event.target.id === "at" && isPlaying()) leave();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden && isPlaying()) stop();
});

// A page was fetched.
export function goAfterwards() {
  // Later, when this request has ended.
  if (state.afterwards) setTimeout(go, 0, state.afterwards);
  state.afterwards = null;
}

// The move that was reached can't be fetched: the board is again that of the page's links.
export function goBack() {
  state.afterwards = null;
  if (player.restore()) mark(state.began);
}
