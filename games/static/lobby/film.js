// A recorded game on the front page: its pictures one after the other. It waits while the tab is hidden, and does not
// begin by itself for whoever wants little motion.
(() => {
  "use strict";
  const film = document.querySelector("[data-film]");
  if (!film) return;
  const pictures = [...film.querySelectorAll(".film__picture")],
    toggle = film.querySelector("[data-film-toggle]"),
    where = film.querySelector("progress");
  const STEP = 2600,
    LAST = 6000;
  let at = 0,
    timer = 0,
    playing = false;

  function show(next) {
    pictures[at].hidden = true;
    at = next % pictures.length;
    pictures[at].hidden = false;
    where.value = at + 1;
  }

  function later() {
    clearTimeout(timer);
    if (!playing || document.hidden) return;
    timer = setTimeout(
      () => {
        show(at + 1);
        later();
      },
      at === pictures.length - 1 ? LAST : STEP,
    );
  }

  function play(on) {
    playing = on;
    toggle.textContent = on ? film.dataset.pause : film.dataset.play;
    later();
  }

  toggle.addEventListener("click", () => play(!playing));
  film.querySelector("[data-film-next]").addEventListener("click", () => {
    play(false);
    show(at + 1);
  });
  document.addEventListener("visibilitychange", later);
  play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
})();
