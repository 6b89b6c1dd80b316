// The number of waiting tables, in the tab's title and icon.

const tally = () => document.getElementById("tally");

function show({ icon, iconWaiting }) {
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
}

async function ask(address, icons) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json", "X-Attended": "0" } });
    if (!answer.ok) return;
    count(await answer.json());
    show(icons);
  } catch {
    // No connection: polled again in a minute.
  }
}

export function startWaitingCount(address, icons) {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask(address, icons);
  });
  // Once a minute, so that background tabs show it too.
  setInterval(ask, 60_000, address, icons);
  document.addEventListener("htmx:afterSettle", () => show(icons));
  show(icons);
}
