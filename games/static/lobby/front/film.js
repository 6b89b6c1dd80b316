// Recorded games on the front page: their pictures one after the other. They wait while the tab is hidden, and do not
// begin by themselves for a viewer who wants little motion.

const STEP = 2600,
  LAST = 6000;

function startFilm(film) {
  const pictures = [...film.querySelectorAll(".film__picture")],
    toggle = film.querySelector("[data-film-toggle]"),
    game = film.querySelector("[data-film-game]"),
    where = film.querySelector("progress");
  const state = { at: 0, timer: 0, playing: false };

  function show(next) {
    pictures[state.at].classList.add("film__picture--off");
    state.at = next % pictures.length;
    pictures[state.at].classList.remove("film__picture--off");
    game.textContent = pictures[state.at].dataset.game;
    where.value = state.at + 1;
  }
  const isLast = () => pictures[state.at].dataset.game !== pictures[(state.at + 1) % pictures.length].dataset.game;

  function later() {
    clearTimeout(state.timer);
    if (state.playing && !document.hidden) state.timer = setTimeout(goOn, isLast() ? LAST : STEP);
  }
  function goOn() {
    show(state.at + 1);
    later();
  }
  function play(on) {
    state.playing = on;
    toggle.textContent = on ? film.dataset.pause : film.dataset.play;
    later();
  }

  toggle.addEventListener("click", () => play(!state.playing));
  film.querySelector("[data-film-next]").addEventListener("click", () => {
    play(false);
    show(state.at + 1);
  });
  document.addEventListener("visibilitychange", later);
  where.max = pictures.length;
  show(0);
  play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

const film = document.querySelector("[data-film]");
if (film) startFilm(film);
