// Check of a deal: all numbers are recomputed in the visitor's browser (records.md 1).

const ALL = 1n << 64n;
const encoder = new TextEncoder();

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (one, other) => one.length === other.length && one.every((item, place) => item === other[place]);

const macKey = (raw) => crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const mac = (key, text) => crypto.subtle.sign("HMAC", key, encoder.encode(text));

async function dealingKey({ secret, table, entropy }) {
  const key = await macKey(bytes(secret));
  return macKey(await mac(key, ["chicago-deal/1", table, ...entropy].join("\n")));
}

async function* stream(key, number) {
  for (let block = 0; ; block += 1) {
    const view = new DataView(await mac(key, `shuffle ${number} block ${block}`));
    for (let start = 0; start < 32; start += 8) yield view.getBigUint64(start);
  }
}

async function uniform(numbers, bound) {
  const limit = ALL - (ALL % bound);
  let number = limit;
  while (number >= limit) number = (await numbers.next()).value;
  return Number(number % bound);
}

async function shuffle(key, number, pieces) {
  const mixed = [...pieces];
  const numbers = stream(key, number);
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = await uniform(numbers, BigInt(last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

// The numbers that this browser noted before the end of the game, or null.
function remembered(table) {
  try {
    return JSON.parse(localStorage.getItem(`deal:${table}`));
  } catch {
    // Storage may be disabled; then nothing was noted either.
    return null;
  }
}

function note(numbers) {
  try {
    localStorage.setItem(`deal:${numbers.table}`, JSON.stringify(numbers));
    return true;
  } catch {
    // Disabled or full: the page then does not claim to have noted anything.
    return false;
  }
}

async function checkCommitment(deal) {
  const found = hex(await crypto.subtle.digest("SHA-256", bytes(deal.secret)));
  const seen = remembered(deal.table)?.commitment ?? deal.commitment;
  return found === deal.commitment && found === seen ? "good" : "bad";
}

// None is noted before the start, since a player who leaves then takes their number along.
function checkNumbers(deal) {
  if (deal.entropy.length !== deal.seats || !deal.entropy.every((each) => /^[0-9a-f]{32}$/.test(each))) return "bad";
  const seen = remembered(deal.table)?.entropy ?? [];
  if (seen.length === 0) return "good";
  return same(seen, deal.entropy) ? "mine" : "bad";
}

// The number of the first shuffle that differs, or null; fills `made` with all orders by number.
async function wrongShuffle(deal, made) {
  const key = await dealingKey(deal);
  for (const [place, { number, pieces, order }] of deal.shuffles.entries()) {
    made.set(number, await shuffle(key, number, pieces));
    if (number !== place || !same(made.get(number), order)) return number;
  }
  return null;
}

// The deck without the first hands, dealt one card at a time; null if the hands are not its top.
function afterDealing(deck, hands) {
  const total = hands.reduce((sum, hand) => sum + hand.length, 0);
  const starts = new Set(
    hands.map((hand) => {
      const places = hand.map((card) => deck.indexOf(card)).sort((one, other) => one - other);
      const start = places[0] ?? -1;
      return places.every((place, round) => place === start + round * hands.length) ? start : -1;
    }),
  );
  const right = starts.size === hands.length && [...starts].every((start) => start >= 0 && start < hands.length);
  return right ? deck.slice(total) : null;
}

// The number of the first move at which a card was not the top of its deck, or null.
function wrongMove(deal, made) {
  let deck = deal.deck === null ? null : afterDealing(made.get(deal.deck), deal.hands);
  if (deck === null) return 0;
  for (const { number, shuffles, drawn, dealt, turnedUp } of deal.moves) {
    const coming = shuffles.map((each) => made.get(each));
    for (const card of drawn) {
      while (deck[0] !== card && coming.length > 0) deck = [...coming.shift()];
      if (deck.shift() !== card) return number;
    }
    if (coming.length > 0) deck = [...coming.at(-1)];
    if (dealt.length > 0) deck = afterDealing(deck, dealt);
    if (deck === null || !turnedUp.every((card) => deck.shift() === card)) return number;
  }
  return null;
}

function show(id, is, number = null) {
  const part = document.getElementById(id);
  part.dataset.state = is;
  for (const text of part.querySelectorAll("[data-for-state]")) text.hidden = text.dataset.forState !== is;
  for (const place of part.querySelectorAll("[data-number]")) place.textContent = number ?? "";
}

const verdict = (wrong) => (wrong === null ? "good" : "bad");

async function check(deal) {
  const made = new Map();
  const commitment = await checkCommitment(deal);
  const numbers = checkNumbers(deal);
  const shuffleNumber = await wrongShuffle(deal, made);
  const moveNumber = shuffleNumber === null && !deal.broken ? wrongMove(deal, made) : 0;
  show("check-commitment", commitment);
  show("check-numbers", numbers);
  show("check-shuffles", verdict(shuffleNumber), shuffleNumber);
  show("check-cards", verdict(moveNumber), moveNumber);
  const all = [commitment, numbers, verdict(shuffleNumber), verdict(moveNumber)];
  show("verdict", all.includes("bad") ? "bad" : "good");
}

const data = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const numbers = data("numbers");
const deal = data("deal");
if (numbers !== null && note(numbers)) document.getElementById("noted").hidden = false;
if (deal !== null && globalThis.crypto?.subtle === undefined) show("verdict", "cannot");
else if (deal !== null) check(deal);
