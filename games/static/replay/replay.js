// The replay page: automatic playback, keyboard shortcuts, announcements. All else are links and a form.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const wait = { step: 2000, highlight: 6000 };
  const body = document.body;
  let timer = null,
    playing = false,
    byKey = false;

  // --- automatic playback ---
  function stop() {
    playing = false;
    clearTimeout(timer);
    body.classList.remove("is-playing");
  }
  function play() {
    playing = true;
    body.classList.add("is-playing");
    go($("#go-after").href ? "#go-after" : "#go-first");
  }
  function later() {
    clearTimeout(timer);
    if (!playing) return;
    if (!$("#go-after").href) stop();
    else timer = setTimeout(() => go("#go-after"), $(".replay-board .stage") ? wait.highlight : wait.step);
  }
  function go(way) {
    const link = $(way);
    if (link?.href) link.click();
  }
  document.addEventListener(
    "click",
    (event) => {
      if (event.target.closest("#go-play")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        playing ? stop() : play();
      } else if (event.isTrusted && event.target.closest(".transport, .move-list")) stop();
    },
    true,
  );
  document.addEventListener("input", (event) => {
    if (event.target.id === "at") stop();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
  });

  // --- each step ---
  document.addEventListener("htmx:beforeSend", () => {
    $("#refused").textContent = "";
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    $("#offline").hidden = true;
    if (detail.target === $("#refused")) return stop();
    $("#live").textContent = $("#caption").textContent;
    if (byKey && document.activeElement === body) $("#main").focus({ preventScroll: true });
    showKeys();
    later();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => location.assign(detail.pathInfo.finalRequestPath));
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => {
      stop();
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
    return playing ? stop() : play();
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
    event.preventDefault();
    if (!space) stop();
    press(event);
  });

  showKeys();
  if (body.dataset.playing !== undefined) {
    playing = true;
    body.classList.add("is-playing");
    later();
  }
})();
