// The number of waiting tables in the tab's title and icon, polled once a minute so that background tabs show it too.
(() => {
  "use strict";
  const { url, icon, iconWaiting } = document.currentScript.dataset;
  const tally = () => document.getElementById("tally");

  function show() {
    const count = Number(tally().textContent),
      title = document.title.replace(/^\(\d+\) /, "");
    document.title = count ? `(${count}) ${title}` : title;
    document.getElementById("favicon").href = count ? iconWaiting : icon;
  }

  function count({ waiting, says }) {
    const shown = tally();
    shown.textContent = waiting || "";
    shown.hidden = !waiting;
    shown.className = "badge";
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", says);
    show();
  }

  async function ask() {
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json", "X-Attended": "0" } });
      if (answer.ok) count(await answer.json());
    } catch {
      // No connection: polled again in a minute.
    }
  }

  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  setInterval(ask, 60_000);
  show();
})();
