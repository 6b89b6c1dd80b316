// Recorded games on the front page: their pictures one after the other. They wait while the tab is hidden, and do not
// begin by themselves for a viewer who wants little motion.
(() => {
  "use strict";
  const film = document.querySelector("[data-film]");
  if (!film) return;
  const pictures = [...film.querySelectorAll(".film__picture")],
    toggle = film.querySelector("[data-film-toggle]"),
    game = film.querySelector("[data-film-game]"),
    where = film.querySelector("progress");
  const STEP = 2600,
    LAST = 6000;
  let at = 0,
    timer = 0,
    playing = false;

  function show(next) {
    pictures[at].classList.add("film__picture--off");
    at = next % pictures.length;
    pictures[at].classList.remove("film__picture--off");
    game.textContent = pictures[at].dataset.game;
    where.value = at + 1;
  }
  const isLast = () => pictures[at].dataset.game !== pictures[(at + 1) % pictures.length].dataset.game;

  function later() {
    clearTimeout(timer);
    if (!playing || document.hidden) return;
    timer = setTimeout(
      () => {
        show(at + 1);
        later();
      },
      isLast() ? LAST : STEP,
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
  where.max = pictures.length;
  show(0);
  play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
})();
