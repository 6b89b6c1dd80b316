// What every page needs: forms, the language of what is fetched, how many tables wait, notices of this browser, and
// logs, which on a table's first visit are not worth a request of their own.
// Listeners are on the document, so that they work for fragments loaded later.
(() => {
  "use strict";
  const script = document.currentScript;
  const { waiting: waitingUrl, icon, iconWaiting, push, me } = script.dataset;

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
      keep(form);
    },
    true,
  );
  // A page restored from the back/forward cache may be submitted again.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
  });

  // --- what a form held whose session had ended is put back after sign-in: once, in this tab, for the same user ---
  // Kept as it is sent, forgotten by the next page of the user's (or an answer to htmx) unless a sign-in comes between.
  const SECRET = "[type=password], [autocomplete=one-time-code], [data-secret]";
  let sentForm = null;
  const actionOf = (form) => form.getAttribute("action");
  const isTicked = ({ type }) => type === "checkbox" || type === "radio";
  const fieldsOf = (form) =>
    [...form.elements].filter(({ name, type }) => name && !/^(hidden|submit|button|file|fieldset|output)$/.test(type));
  function forget() {
    sentForm = null;
    sessionStorage.removeItem("typed");
  }
  function keep(form) {
    if (!me) return;
    forget();
    const fields = fieldsOf(form);
    if (form.method !== "post" || !fields.length || fields.some((field) => field.matches(SECRET))) return;
    const values = fields.map((field) => [field.name, field.value, isTicked(field) && field.checked]);
    const typed = { me, path: location.pathname, action: actionOf(form), values };
    sessionStorage.setItem("typed", JSON.stringify(typed));
    sentForm = form;
  }
  function putBack({ action, values }) {
    const forms = [...document.forms].filter((form) => form.method === "post" && actionOf(form) === action);
    const fields = forms.flatMap(fieldsOf);
    for (const [name, value, checked] of values) {
      const field = fields.find((each) => each.name === name && (!isTicked(each) || each.value === value));
      if (!field || field.disabled) continue;
      if (isTicked(field)) field.checked = checked;
      else field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const text = fields.find((field) => field.matches("textarea, [type=text]") && field.value);
    const details = text?.closest("details");
    if (details) details.open = true;
    if (text && !text.checkVisibility()) text.closest("[popover]")?.showPopover?.();
    text?.focus();
  }
  function afterSignIn() {
    const typed = JSON.parse(sessionStorage.getItem("typed"));
    if (!typed) return;
    if (!me) return sessionStorage.setItem("typed", JSON.stringify({ ...typed, lost: true }));
    if (typed.lost && typed.me === me && typed.path !== location.pathname) return;
    forget();
    if (typed.lost && typed.me === me) putBack(typed);
  }
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { requestConfig, xhr } = detail;
    const isDone = xhr.status && xhr.status < 400 && !xhr.getResponseHeader("HX-Redirect");
    if (isDone && requestConfig.verb === "post") forget();
  });
  // What was typed on after a refusal is kept as well.
  addEventListener("pagehide", () => sentForm?.isConnected && keep(sentForm));
  afterSignIn();

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
