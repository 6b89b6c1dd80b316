// The part that changes is replaced without losing what the player was doing.
import { $, main } from "../js/dom.js";
import { keep, restore, type } from "./swap_state.js";
import { page } from "./page.js";
import { isNews, requests } from "./requests.js";

// A game that ends shows its result from the top.
const isOver = () => Boolean($(".game-over"));
const state = { kept: null, over: isOver(), byKey: false };

document.addEventListener("keydown", () => {
  state.byKey = true;
});
document.addEventListener("pointerdown", () => {
  state.byKey = false;
});

// A table that starts has styles and scripts that its set-up has not: its page is reloaded, with what was typed.
const starts = ({ responseText }) => "setup" in main().dataset && !responseText.includes("data-setup");
function reload() {
  // By the table's own address: a page that refused a form stands at the form's, which can't be reloaded.
  history.replaceState({ ...history.state, typed: keep().typed }, "", page.table + location.search);
  location.reload();
}
function typeAgain() {
  const { typed, ...past } = history.state ?? {};
  if (typed) history.replaceState(past, "");
  type(typed ?? []);
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== main()) return;
  if ((requests.acting || requests.pressed) && isNews(detail)) {
    detail.shouldSwap = false;
    requests.late = -1;
  } else if (detail.xhr.status < 400 && starts(detail.xhr)) {
    detail.shouldSwap = false;
    reload();
  } else state.kept = withoutSent(keep(), detail);
});

// The pieces that were just sent are no longer chosen; one chosen since then is. A sheet whose form was sent closes.
function withoutSent(kept, { requestConfig, xhr }) {
  if (requestConfig.verb !== "post" || xhr.status >= 400) return kept;
  const form = requests.resending ?? requestConfig.elt;
  const sheet = form.closest("[popover]")?.id;
  return {
    ...kept,
    moved: true,
    open: kept.open.filter((each) => each !== sheet),
    pieces: kept.pieces.filter((each) => !requests.sent.includes(each)),
    typed: kept.typed.filter(([id]) => !form.contains(document.getElementById(id))),
  };
}

document.addEventListener("htmx:afterSettle", () => {
  if (!state.kept) return;
  const was = state.kept;
  state.kept = null;
  restore(was);
  document.dispatchEvent(new Event("table:shown"));
  const over = isOver();
  if (over && !state.over) scrollTo(0, 0);
  state.over = over;
  focusNext(was);
});

function focusNext(was) {
  // Who types moves goes on typing.
  if (document.activeElement?.id !== "typed-move") drawnPiece()?.focus({ preventScroll: true });
  // After a move the focus is where the next one is made, not before all of the page.
  const lost = [document.body, was.moved && main()].includes(document.activeElement);
  if (state.byKey && lost) nextStep().focus({ preventScroll: true });
}
function drawnPiece() {
  const { drawn } = main().dataset;
  return drawn && $(`[data-pick="${drawn}"]:not(:disabled)`, main());
}
const nextStep = () =>
  $("[data-focus]") ||
  $("[data-pick]:checked") ||
  $(":is([data-pick], .tray [name=move]):not(:disabled, [aria-disabled])") ||
  $(".tray") ||
  main();

typeAgain();
