// The player of events: shows moves one after the other, with the log's sentence as caption, and stops at stages.
// What its host gives, and what it reads and sends, is in docs/explanation/playback.md.
import { $ } from "../js/dom.js";
import { count } from "./counts.js";
import { boardShown, moveFrom } from "./flights.js";
import { bar, calm, clear, say, sayFailed } from "./playback_bar.js";
import { play, setOrder, showAll } from "./reveal.js";
import { forgetPresent, putAside, renewPresent, restorePresent, scenesIn, showInert } from "./scenes.js";
import { fetchMore } from "./steps.js";

const ASKS_BEFORE = 5;
const page = document.body.dataset;
const stage = $("#playback-stage");
const tell = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`playback:${name}`, { detail }));

export function eventPlayer(host) {
  const state = { playing: null };
  const toldSteps = () => state.playing.steps.filter((step) => step.told);
  const quickly = () => (toldSteps().length > host.pace.many ? 0.5 : 1);
  const more = (mine, since) => fetchMore(mine, since, host.address(since));

  // before: scenes that are shown until there are others.
  async function start(since, staged = false, before = new Map()) {
    clearTimeout(state.playing?.timer);
    putAside();
    if (!staged) showInert(before);
    const mine = { from: since, steps: [], at: 0, last: 0, until: since, timer: 0, waits: true };
    state.playing = mine;
    // Where the table has ended there is nothing to move, but what it ended with has a stage.
    mine.staged = staged || !host.place();
    page.playing = mine.staged ? "stages" : "moves";
    await more(mine, since);
    if (state.playing !== mine) return;
    if (mine.failed) return giveUp();
    if (!toldSteps().length && mine.until >= mine.last) return finish();
    if (!mine.staged) host.mount(bar);
    begin();
  }
  function begin() {
    clearTimeout(state.playing.timer);
    state.playing.at = -1;
    state.playing.staging = null;
    clear();
    next();
  }
  function again() {
    const { steps, failed, from, staged } = state.playing;
    if (stage.open) stage.close("stays");
    if (steps.length && !failed) begin();
    else start(from, staged);
  }

  // --- step by step ---
  function next() {
    const { playing } = state;
    if (!playing) return;
    clearTimeout(playing.timer);
    playing.waits = false;
    const step = playing.steps[playing.at + 1];
    if (!step) return rest();
    playing.at += 1;
    if (playing.steps.length - playing.at < ASKS_BEFORE) ahead();
    showStep(step);
  }
  function showStep(step) {
    const { playing } = state,
      before = boardShown();
    const replaced = playing.staged ? [] : showInert(step.scenes);
    host.shown(step);
    if (!step.told) return next();
    // What a stage is about is counted once it has been read.
    playing.counts = step.stage ? replaced : [];
    if (!step.stage) count(replaced);
    caption(step);
    const time = host.pace.move * quickly();
    const moved = !calm.matches && !playing.staged && moveFrom(before, step.by, time);
    tell("step", { moved, staged: Boolean(step.stage) });
    if (step.stage) stageFor(step, time);
    else if (!calm.matches) playing.timer = setTimeout(next, time + host.pace.read * quickly());
  }
  function caption(step) {
    const words = host.counted(step, toldSteps());
    const count = say(step, words);
    $(".playback__count", stage).textContent = words.all > 1 ? count : "";
  }
  // No step is left: more is on its way or can be had, or can't be had, or there is no more.
  function rest() {
    const { playing } = state;
    if (playing.failed) return giveUp();
    if (!playing.fetching && playing.until >= playing.last) return finish();
    playing.waits = true;
    ahead();
  }
  async function ahead() {
    const mine = state.playing;
    if (mine.fetching || mine.failed || mine.until >= mine.last) return;
    await more(mine, mine.until);
    if (state.playing === mine && mine.waits) next();
  }

  // --- stages ---
  function stageFor(step, time) {
    state.playing.staging = step;
    state.playing.timer = setTimeout(perform, calm.matches ? 0 : time);
  }
  function perform() {
    const shown = state.playing.staging.stage.cloneNode(true);
    $(".playback-stage__shown", stage).replaceChildren(...shown.childNodes);
    setOrder(stage);
    if (!stage.open) stage.showModal();
    $(".playback-stage__shown", stage).scrollTop = 0;
    tell("stage", play(stage));
  }
  stage.addEventListener("close", () => {
    const leaves = stage.returnValue !== "stays";
    stage.returnValue = "";
    if (!state.playing || !leaves) return;
    state.playing.staging = null;
    count(state.playing.counts);
    next();
  });

  // --- the end ---
  // What was fetched has been played; the rest can't be had now.
  function giveUp() {
    delete page.playing;
    restorePresent();
    host.mount(bar);
    sayFailed();
  }
  // Leaves the board as it is shown.
  function stop() {
    clearTimeout(state.playing?.timer);
    state.playing = null;
    delete page.playing;
    if (stage.open) stage.close("stays");
    host.unmount(bar);
  }
  function finish() {
    if (!state.playing) return;
    const { failed, last, steps, at, from } = state.playing;
    const reached = failed ? (steps[at]?.number ?? from) : last;
    stop();
    host.finished(reached, !failed);
    tell("end");
  }
  function forget() {
    if (!state.playing) forgetPresent();
  }

  // --- the table has changed: what is being shown stays, what is new is played after it ---
  function goOn(was, last) {
    const mine = state.playing;
    renewPresent();
    mine.last = Math.max(mine.last, last);
    if (!host.place() && !mine.staged) return onlyStages(mine);
    if (!mine.staged) showInert(was);
    if (!mine.steps.length) return;
    if (!mine.staged) host.mount(bar);
    if (mine.waits) ahead();
  }
  // The table has ended: there is nothing left to move, but stages that were not read yet.
  function onlyStages(mine) {
    clearTimeout(mine.timer);
    mine.staged = true;
    page.playing = "stages";
    const left = mine.steps.slice(mine.at + 1).filter((step) => step.stage);
    mine.steps = mine.staging ? [mine.staging, ...left] : left;
    mine.at = mine.staging ? 0 : -1;
    if (!mine.staging) next();
    else if (!stage.open) perform();
  }

  document.addEventListener(
    "click",
    ({ target }) => {
      const what = target.closest?.("[data-playback]")?.dataset.playback;
      if (!what || !state.playing) return;
      if (what === "skip") finish();
      else if (what === "show-all") showAll(stage);
      else if (what === "again") again();
      else if (what === "go-on") stage.close();
      else next();
    },
    { capture: true },
  );

  return {
    isPlaying: () => Boolean(state.playing) && !state.playing.failed,
    isStaging: () => stage.open,
    owns: (element) => bar.contains(element) || stage.contains(element),
    restore: restorePresent,
    forget,
    start,
    goOn,
    finish,
    stop,
  };
}
