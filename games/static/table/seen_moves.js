// What the viewer has seen of this table, in whichever page of this browser, kept for some tables.
import { main } from "../js/dom.js";

const TABLES = 60;
const { table } = document.body.dataset;

// What the part that changes says, as a number.
export const given = (name) => Number(main().dataset[name] ?? 0);
const state = { noted: given("since") };

function memory() {
  try {
    return JSON.parse(localStorage.getItem("seen-moves")) ?? {};
  } catch {
    // Storage may be switched off: then each page begins with what the table knows.
    return {};
  }
}

function remember(move) {
  const { [table]: _, ...others } = memory();
  const entries = [...Object.entries(others), [table, move]].slice(-TABLES);
  try {
    localStorage.setItem("seen-moves", JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // As above.
  }
}

export function seen() {
  state.noted = Math.max(state.noted, memory()[table] ?? 0);
  return state.noted;
}

export function see(move) {
  state.noted = Math.max(seen(), move);
  remember(state.noted);
}
