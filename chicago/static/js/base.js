// What every page needs: forms, the language of what is fetched, how many tables wait, notices of this browser, and
// logs, which on a table's first visit are not worth a request of their own.
// Listeners are on the document, so that they work for fragments loaded later.
(() => {
  "use strict";
  const script = document.currentScript;
  const { waiting: waitingUrl, icon, iconWaiting, push } = script.dataset;

  // --- forms: entropy for the deal, a new guest's time zone, and some are submitted once ---
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.dataset.sent) return event.preventDefault();
      for (const field of form.querySelectorAll("[data-entropy]"))
        field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
      for (const field of form.querySelectorAll("[data-browser-zone]")) field.value = zone();
      if ("once" in form.dataset) form.dataset.sent = "yes";
    },
    true,
  );
  // A page restored from the back/forward cache may be submitted again.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
  });

  // --- a page whose language was changed meanwhile, in another tab or in the settings, is shown anew as a whole ---
  document.addEventListener("htmx:beforeSwap", (event) => {
    const language = event.detail.xhr.getResponseHeader("Content-Language");
    if (!language || language === document.documentElement.lang) return;
    event.detail.shouldSwap = false;
    location.reload();
  });
  if (!waitingUrl) return;

  // --- for signed-in users: the number of waiting tables in the tab's title and icon ---
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
  // Once a minute, so that background tabs show it too.
  async function ask() {
    try {
      const answer = await fetch(waitingUrl, { headers: { Accept: "application/json", "X-Attended": "0" } });
      if (answer.ok) count(await answer.json());
    } catch {
      // No connection: polled again in a minute.
    }
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  setInterval(ask, 60_000);

  // --- notices of this browser: what subscribes it is loaded where that is offered, or once it has been allowed ---
  let loading = false;
  function offer() {
    const wanted = document.querySelector("[data-tell-device]") || window.Notification?.permission === "granted";
    if (!wanted || loading || window.browserNotices) return;
    loading = true;
    document.head.append(Object.assign(document.createElement("script"), { src: push, nonce: script.nonce }));
  }
  // Not before the page is there: nobody waits for it.
  addEventListener("load", offer);

  // --- logs: one tab stop a turn, the link to its replay; arrow keys lead from there to the rules of its lines ---
  function leaveOutRules() {
    for (const link of document.querySelectorAll(".turn:has(.turn__head a) .rule-link")) link.tabIndex = -1;
  }
  document.addEventListener("keydown", (event) => {
    const turn = event.target.closest?.(".turn");
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!turn || !step || event.ctrlKey || event.altKey || event.metaKey) return;
    const links = [...turn.querySelectorAll("a")];
    const next = links[links.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  document.addEventListener("htmx:afterSettle", () => {
    show();
    offer();
    leaveOutRules();
  });
  show();
  leaveOutRules();
})();
