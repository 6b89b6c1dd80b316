// The replay page: Play shows the moves by the player of events (table/player.js); keyboard shortcuts, announcements.
// All else are links and a form.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const page = document.body.dataset;
  let byKey = false,
    began = 0,
    afterwards = null;

  // --- Play. The page's links and lists remain those of the move where it began: at its end the page is fetched ---
  const scale = () => $("#at");
  const last = () => Number(scale().max);
  const caption = () => $(".transport__now p");
  const cards = () => ($("#show-all[aria-current]") ? "&cards=up" : "");
  const player = eventPlayer({
    pace: { move: 300, read: 900, many: Infinity },
    address: (since) => `${page.steps}?since=${since}${cards()}`,
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
  const playing = () => document.body.classList.contains("is-playing");
  function play() {
    document.body.classList.add("is-playing");
    began = Number(scale().value);
    player.start(began < last() ? began : 0);
  }
  function mark(move) {
    scale().value = $("#main").dataset.at = move;
    $(".scrubber__track .done").setAttribute("d", `M0 37H${move}`);
    $(".scrubber__curve .now")?.setAttribute("d", `M${move} 0V1000`);
  }
  // Where the playing has come to, or at a move; then goes on another way.
  function stop(way = null) {
    const at = Number(scale().value);
    player.stop();
    open(at, way);
  }
  function open(at, way = null) {
    document.body.classList.remove("is-playing");
    afterwards = way;
    scale().value = at;
    htmx.trigger(scale().form, "change");
  }
  // A step that is asked for while another is fetched follows it.
  const isFetching = () => Boolean($("#main .htmx-request"));
  function go(way) {
    if (playing()) return stop(way);
    if (isFetching()) return (afterwards = way);
    const link = $(way);
    if (link?.href) link.click();
  }
  document.addEventListener(
    "click",
    (event) => {
      const control = event.target.closest("#go-play, .transport a, .move-list a");
      if (control?.matches(".transport__btns a:not(#go-play, #go-play-on)") && !playing() && isFetching()) {
        event.preventDefault();
        event.stopImmediatePropagation();
        afterwards = `#${control.id}`;
        return;
      }
      if (!control || !(playing() || control.id === "go-play")) return;
      if (control.matches(".move-list a, #show-seen, #show-all")) return leave();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!playing()) play();
      else stop(control.id === "go-play" ? null : `#${control.id}`);
    },
    true,
  );
  // The move that was reached can't be fetched: the board is again that of the page's links.
  function backTo(move) {
    if (player.restore()) mark(move);
  }
  // The viewer goes to a move of their own choice.
  function leave() {
    document.body.classList.remove("is-playing");
    player.stop();
  }
  document.addEventListener("input", (event) => {
    if (event.target.id === "at" && playing()) leave();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && playing()) stop();
  });

  // --- each step ---
  document.addEventListener("htmx:beforeSend", () => {
    $("#refused").textContent = "";
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    $("#offline").hidden = true;
    if (detail.target === $("#refused")) return;
    player.forget();
    $("#live").textContent = $("#caption").textContent;
    if (byKey && document.activeElement === document.body) $("#main").focus({ preventScroll: true });
    showKeys();
    // Later, when this request has ended.
    if (afterwards) setTimeout(go, 0, afterwards);
    afterwards = null;
  });
  document.addEventListener("htmx:responseError", ({ detail }) => location.assign(detail.pathInfo.finalRequestPath));
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => {
      afterwards = null;
      backTo(began);
      $("#offline").hidden = false;
    });
  }

  // --- keyboard shortcuts: single letters can be switched off ---
  const off = () => localStorage.getItem("keys") === "off";
  function showKeys() {
    const button = $("[data-keys]");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(!off()));
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-keys]")) return;
    localStorage.setItem("keys", off() ? "on" : "off");
    showKeys();
  });
  function press(event) {
    const turn = event.shiftKey ? "turn-" : "";
    if (event.key === "ArrowLeft") return go(`#go-${turn}before`);
    if (event.key === "ArrowRight") return go(`#go-${turn}after`);
    if (event.key === "s") return go("#go-highlight");
    if (event.key === "l") return go("#go-mine");
    return playing() ? stop() : play();
  }
  document.addEventListener("pointerdown", () => {
    byKey = false;
  });
  document.addEventListener("keydown", (event) => {
    byKey = true;
    const letter = /^[sl]$/.test(event.key),
      space = event.key === " ";
    if (event.ctrlKey || event.altKey || event.metaKey || !(letter || space || /^Arrow(Left|Right)$/.test(event.key)))
      return;
    if (event.target.tagName === "INPUT" || (letter && off()) || (space && /^(A|BUTTON)$/.test(event.target.tagName)))
      return;
    if (player.staging) return;
    event.preventDefault();
    press(event);
  });

  showKeys();
  if ("starts" in page) play();
})();
