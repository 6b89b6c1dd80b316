// Cards move from where they were: known by their face if it shows, else by their place alone.
import { $, $$, main } from "../js/dom.js";

const APART = 80;
const easing = "ease-out";

function cardsShown() {
  const rows = $$("[data-scene] ol", main());
  return $$("[data-scene] li .playing-card", main()).map((node) => {
    const place = node.closest("li");
    const row = place.parentElement;
    const back = node.classList.contains("playing-card--back");
    return {
      node,
      box: node.getBoundingClientRect(),
      place: `${rows.indexOf(row)} ${[...row.children].indexOf(place)}`,
      face: back ? "" : `${$("use", node)?.getAttribute("href")} ${node.textContent.trim()}`,
    };
  });
}

const handsShown = () =>
  new Map(
    $$("[data-scene] [data-seat]", main()).map((seat) => [
      seat.dataset.seat,
      parseInt($(".seat__hand", seat)?.lastChild.textContent, 10),
    ]),
  );

export const boardShown = () => ({ cards: cardsShown(), hands: handsShown() });

const boxOf = (element) => {
  const box = element?.getBoundingClientRect();
  return box?.width ? box : null;
};
const seatBox = (seat) => boxOf($(`[data-scene] [data-seat="${seat}"]`, main()));

function take(cards, wanted) {
  const found = cards.findIndex(wanted);
  return found < 0 ? null : cards.splice(found, 1)[0];
}

function fly(node, box, to, order, duration) {
  const frames = [
    { transformOrigin: "0 0", transform: between(to, box) },
    { transformOrigin: "0 0", transform: "none" },
  ];
  node.classList.add("playback-moves");
  const run = node.animate(frames, { duration, delay: order * APART, easing, fill: "backwards" });
  run.onfinish = run.oncancel = () => node.classList.remove("playback-moves");
}
const between = (at, box) =>
  `translate(${box.left - at.left}px, ${box.top - at.top}px) ` +
  `scale(${Math.min(1.5, box.width / at.width)}, ${Math.min(1.5, box.height / at.height)})`;

function ghost(node, box, to, duration) {
  if (!to) return;
  const shown = node.cloneNode(true);
  shown.classList.add("playback-ghost");
  shown.setAttribute("aria-hidden", "true");
  for (const side of ["left", "top", "width", "height"]) shown.style[side] = `${box[side]}px`;
  document.body.append(shown);
  const end = `translate(${to.left - box.left}px, ${to.top - box.top}px) scale(.8)`;
  const run = shown.animate([{ transform: "none" }, { transform: end, opacity: 0.2 }], { duration, easing });
  run.onfinish = run.oncancel = () => shown.remove();
}

// Whether anything moves from the board as it was. by: the seat whose move it is.
export function moveFrom({ cards, hands }, by, time) {
  const after = cardsShown();
  const arrived = after.filter(({ place, face }) => !take(cards, (was) => was.place === place && was.face === face));
  arrived.reduce((order, card) => order + arrive(card, cards, by, order, time), 0);
  const pile = boxOf($(".pile--discards", main()));
  for (const card of cards) ghost(card.node, card.box, pile, time);
  return drawn(hands, time) || arrived.length + cards.length > 0;
}

// How many cards have flown: one that was turned where it lay has not.
function arrive(card, before, by, order, duration) {
  const was = take(before, ({ face }) => face === card.face);
  if (!was && take(before, ({ place }) => place === card.place)) {
    card.node.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration, easing });
    return 0;
  }
  const origin = was?.box ?? amid(seatBox(by), card.box);
  if (origin) fly(card.node, origin, card.box, order, duration);
  return origin ? 1 : 0;
}

// From a seat a card comes in its own size, from the middle.
function amid(seat, { width, height }) {
  if (!seat) return null;
  return { left: seat.left + (seat.width - width) / 2, top: seat.top + (seat.height - height) / 2, width, height };
}

function drawn(hands, time) {
  const deck = $(".pile__card", main());
  const box = boxOf(deck);
  if (!box) return false;
  const drawing = [...handsShown()].filter(([seat, number]) => number > hands.get(seat));
  for (const [seat] of drawing) ghost(deck, box, seatBox(seat), time);
  return drawing.length > 0;
}
