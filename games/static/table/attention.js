// Is the user active? Background requests say if not: they must not count as activity.

const IDLE = 60000;
const state = { active: Date.now() };
const note = () => {
  state.active = Date.now();
};

for (const name of ["pointerdown", "keydown", "scroll", "focus"]) {
  addEventListener(name, note, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) note();
});

export const attended = () => (!document.hidden && Date.now() - state.active < IDLE ? "1" : "0");
document.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.headers["X-Attended"] = attended();
});
