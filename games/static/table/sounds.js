// The sounds of a table, made of a few tones; sound_switch.js loads this once they are switched on.
//   turn      it is my move now, through what others did       card   a card has moved
//   shootout  hands are laid out on a stage                     point  I have more points, or businesses, than before
//   chat      another person has written a message
// A game says data-points on the viewer's own seat, and data-slot on each card in their hand.
import { $, $$, main } from "../js/dom.js";

// Of each tone: shape, Hz at its beginning and at its end, seconds until it begins, and how long it fades.
const sounds = {
  turn: [
    ["triangle", 660, 660, 0, 0.22],
    ["triangle", 880, 880, 0.16, 0.4],
  ],
  card: [["triangle", 420, 140, 0, 0.08]],
  shootout: [
    ["sawtooth", 130, 60, 0, 0.14],
    ["sawtooth", 130, 60, 0.17, 0.14],
    ["sawtooth", 110, 45, 0.34, 0.4],
  ],
  point: [
    ["sine", 784, 784, 0, 0.16],
    ["sine", 988, 988, 0.1, 0.16],
    ["sine", 1319, 1319, 0.2, 0.45],
  ],
  chat: [
    ["sine", 520, 700, 0, 0.1],
    ["sine", 700, 520, 0.12, 0.12],
  ],
};
const loudness = 0.12;
const context = new AudioContext();

// Before the page has been touched the browser keeps it silent: then there is nothing to catch up on.
function sound(name, delay = 0) {
  if (localStorage.getItem("sounds") !== "on") return;
  if (context.state !== "running") return wake();
  for (const tone of sounds[name]) ring(tone, context.currentTime + delay);
}
function ring([type, from, to, begins, lasts], now) {
  const tone = context.createOscillator(),
    volume = context.createGain(),
    start = now + begins;
  tone.type = type;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + lasts);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + lasts);
}
const wake = () => context.resume().catch(() => {});
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true, capture: true });

// --- what is noticed: the page as it was, and as it is ---
const noticed = () => ({
  mine: main().hasAttribute("data-your-move"),
  hand: $$(".hand [data-slot]", main())
    .map((card) => card.dataset.slot)
    .sort()
    .join(" "),
  points: Number($("[data-points]", main())?.dataset.points ?? 0),
  chat: $("#chat-messages [name=after]")?.value,
});
const lastSaid = () => $$("#chat-messages .chat-message").at(-1);
const state = { was: noticed() };
function pointWon(delay = 0) {
  const { points } = noticed();
  if (points > state.was.points) sound("point", delay);
  state.was.points = points;
}
function news(own) {
  const now = noticed(),
    { was } = state;
  if (now.mine && !was.mine && !own) sound("turn");
  if (own && now.hand !== was.hand) sound("card");
  if (now.chat !== was.chat && lastSaid()?.matches(".chat-message--new")) sound("chat");
  pointWon();
  state.was = now;
}
document.addEventListener("htmx:afterSettle", ({ detail }) => news(detail.requestConfig?.verb === "post"));

// --- what the player of events shows; points are heard after the shootout that they are won in ---
document.addEventListener("playback:step", ({ detail }) => {
  if (detail.moved) sound("card");
  if (!detail.staged) pointWon();
});
document.addEventListener("playback:stage", ({ detail }) => {
  sound("shootout");
  for (const delay of detail.turns) sound("card", delay);
  pointWon(Math.max(0.8, detail.verdict));
});
document.addEventListener("playback:end", () => pointWon());

// Switching them on plays one.
export async function soundTurn() {
  await wake();
  sound("turn");
}
