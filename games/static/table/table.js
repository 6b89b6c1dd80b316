// The table page: fetches its changing part when the socket announces a new version, preserves what the player was
// doing, counts down, and handles shortcuts. Which attributes a game may use is in docs/how-to/add-a-game.md.
(() => {
  "use strict";
  const page = document.body.dataset;
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const main = () => $("#main");
  const wait = { first: 1000, most: 30000, poll: 15000, again: 5000, ping: 45000, idle: 60000 };

  // --- what is shown outside the part that changes ---
  let announced = main().dataset.status;
  // Emptied before, since a text that is the same again is not read.
  function announce(text) {
    $("#live").textContent = "";
    setTimeout(() => ($("#live").textContent = text));
  }
  function sync() {
    const { title, status, crumb, done } = main().dataset;
    document.title = `${title} · ${page.site}`;
    if (crumb) $("#crumb").textContent = crumb;
    // What the viewer has just done is in that response only, so it is announced once; then who is to move, if new.
    const news = [done, status !== announced && status, lastMinute()].filter(Boolean).join(" ");
    if (news) announce(news);
    announced = status;
    tick();
    $$("[data-keys]").forEach((element) => (element.hidden = false));
    showKeys();
    showSounds();
  }

  // --- fetching without losing what the player was doing ---
  let kept = null,
    sent = [],
    ownUntil = 0,
    busy = 0,
    acting = 0,
    pressed = false,
    late = null,
    resending = null,
    byKey = false;
  const chosen = () => $$("[data-pick]:checked", main()).map((each) => each.value);
  function keep() {
    const focus = document.activeElement;
    const inside = main().contains(focus);
    return {
      pieces: chosen(),
      focus: inside && (focus.id || focus.name || focus.getAttribute("href")) ? focus : null,
      open: $$("[popover]")
        .filter((each) => each.matches(":popover-open"))
        .map((each) => each.id),
      details: $$("details[open]", main()).map((each) => $("summary", each).textContent),
      typed: $$("input[type=text],input[type=email],textarea", main())
        .filter((each) => each.value !== each.defaultValue)
        .map((each) => [each.id, each.value]),
      kept: $$("[data-preserve]:checked", main()).map((each) => each.value),
      aside: $(".aside")?.scrollTop ?? 0,
    };
  }
  function type(fields) {
    fields.forEach(([id, value]) => {
      const field = document.getElementById(id);
      if (field) field.value = value;
    });
  }
  // A table that starts has styles and scripts that its set-up has not: its page is loaded anew, with what was typed.
  const starts = ({ responseText }) => "setup" in main().dataset && !responseText.includes("data-setup");
  function loadAnew() {
    // By the table's own address: a page that refused a form stands at the form's, which can't be loaded anew.
    history.replaceState({ ...history.state, typed: keep().typed }, "", page.table + location.search);
    location.reload();
  }
  function typeAgain() {
    const { typed, ...state } = history.state ?? {};
    if (typed) history.replaceState(state, "");
    type(typed ?? []);
  }
  function restore(was) {
    const check = (selector, values) =>
      $$(`${selector}:enabled`, main())
        .filter((each) => values.includes(each.value))
        .forEach((each) => (each.checked = true));
    if (!chosen().length) check("input[data-pick]", was.pieces);
    check("[data-preserve]", was.kept);
    was.open.forEach((id) => document.getElementById(id)?.showPopover?.());
    $$("details", main()).forEach((each) => (each.open ||= was.details.includes($("summary", each).textContent)));
    type(was.typed);
    if ($(".aside")) $(".aside").scrollTop = was.aside;
    const focused = was.focus && same(was.focus);
    if (focused) focused.focus({ preventScroll: true });
    // A refused text is replaced by the next one.
    if (focused?.ariaInvalid) focused.select();
  }
  // A game that ends shows its result from the top.
  const ended = () => Boolean($(".game-over"));
  let over = ended();
  const nextStep = () =>
    $("[data-focus]") ||
    $("[data-pick]:checked") ||
    $(":is([data-pick], .tray [name=move]):not(:disabled, [aria-disabled])") ||
    $(".tray") ||
    main();
  function drawnPiece() {
    const { drawn } = main().dataset;
    return drawn && $(`[data-pick="${drawn}"]:not(:disabled)`, main());
  }
  function same(old) {
    if (old.id) return document.getElementById(old.id);
    const href = old.getAttribute("href");
    return $$(old.tagName, main()).find((each) =>
      href ? each.getAttribute("href") === href : each.name === old.name && each.value === old.value,
    );
  }
  // While a request is under way, or a button held down, the page stays as it is: else a press would be lost.
  function refetch(version = -1) {
    if (busy || pressed) late = version;
    else htmx.ajax("GET", page.table + location.search, { target: "#main", swap: "outerHTML" });
  }
  function refetchUnlessShown(version) {
    if (version !== shown()) refetch(version);
  }
  // The server refused a form older than the last sign-in: reload the page's content and keep the typed text. What is
  // pressed meanwhile is pressed on the renewed page, unless the table has moved on.
  let renewal = null;
  document.addEventListener("stale-form", () => {
    renewal ??= { version: shown(), press: null };
    refetch();
  });
  const kindOf = (button) => [button.name, button.value, button.formAction, button.form?.getAttribute("action")].join();
  document.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (!renewal || !button) return;
    event.preventDefault();
    renewal.press = kindOf(button);
  });
  function renewed() {
    const { version, press } = renewal;
    renewal = null;
    if (press && version === shown())
      $$("button", main())
        .find((each) => kindOf(each) === press)
        ?.click();
  }
  // Spectators of a table do not all ask in the same moment.
  function spread() {
    return main().hasAttribute("data-spectator") ? 400 * Math.random() : 0;
  }
  function catchUp() {
    if (late === null || busy || pressed) return;
    const version = late;
    late = null;
    refetchUnlessShown(version);
  }
  // No response, or one of a proxy whose server is down.
  const away = [0, 502, 504];
  // A request to the table that could not be sent is sent again once it can be: the same request twice is one move.
  let unsent = null;
  function showOffline(is) {
    $("#offline").hidden = !is;
    $("#unsent").hidden = !unsent;
  }
  function reconnected() {
    showOffline(false);
    if (!unsent || busy) return;
    const { path, formData, elt } = unsent;
    htmx.ajax("POST", path, { source: "#live", target: "#main", swap: "outerHTML", values: formData });
    resending = elt;
  }
  const news = (detail) => [document.body, $("#chat-messages")].includes(detail.requestConfig.elt);
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    const post = detail.requestConfig.verb === "post" && detail.target === main(),
      act = news(detail) ? 0 : 1;
    busy += 1;
    acting += act;
    if (act) $("#refused").textContent = "";
    if (post) {
      sent = chosen();
      ownUntil = Date.now() + 1500;
    }
    // htmx sends no event at a request's end when its element has left the page; the request itself does.
    detail.xhr.addEventListener("loadend", () => {
      busy -= 1;
      acting -= act;
      if (post) ownUntil = Date.now() + 1500;
      const lost = away.includes(detail.xhr.status);
      if (post) unsent = lost ? { ...detail.requestConfig, elt: resending ?? detail.elt } : null;
      if (post) resending = null;
      showOffline(lost);
      if (!act && lost) setTimeout(refetch, wait.again);
      if (renewal && detail.requestConfig.elt === document.body && !lost && late === null) renewed();
      catchUp();
    });
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== main()) return;
    if ((acting || pressed) && news(event.detail)) {
      event.detail.shouldSwap = false;
      late = -1;
      return;
    }
    if (event.detail.xhr.status < 400 && starts(event.detail.xhr)) {
      event.detail.shouldSwap = false;
      loadAnew();
      return;
    }
    kept = keep();
    // The pieces that were just sent are no longer chosen; one chosen since then is.
    const { requestConfig, xhr } = event.detail;
    if (requestConfig.verb === "post" && xhr.status < 400) {
      kept.moved = true;
      kept.pieces = kept.pieces.filter((each) => !sent.includes(each));
      const form = resending ?? requestConfig.elt;
      kept.typed = kept.typed.filter(([id]) => !form.contains(document.getElementById(id)));
    }
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!kept) return;
    const was = kept;
    kept = null;
    restore(was);
    sync();
    const now = ended();
    if (now && !over) scrollTo(0, 0);
    over = now;
    // Who types moves goes on typing.
    if (document.activeElement?.id !== "typed-move") drawnPiece()?.focus({ preventScroll: true });
    // After a move the focus is where the next one is made, not before all of the page.
    const lost = [document.body, was.moved && main()].includes(document.activeElement);
    if (byKey && lost) nextStep().focus({ preventScroll: true });
  });

  // --- the hand: a card that is played leaves its place empty as long as the page's header names the same turn or hand
  // (data-crumb), so that the next tap meets the card that was there; nor do the places after the cards grow fewer ---
  let hand = { during: "", codes: [], places: 0 };
  // A card that came lies where one is gone, else at the end.
  function slots(codes, before) {
    const come = codes.filter((each) => !before.includes(each));
    const kept = before.map((each) => (codes.includes(each) || !come.length ? each : come.shift()));
    return [...kept, ...come];
  }
  function arrange() {
    const row = $(".hand:has(> [data-slot])", main());
    if (!row) return;
    const cards = $$(":scope > [data-slot]", row);
    const held = cards.map((each) => each.dataset.slot);
    const { crumb } = main().dataset;
    if (hand.during !== crumb) hand = { during: crumb, codes: [], places: 0 };
    hand.codes = slots(held, hand.codes);
    const vacant = $$(".hand-slot", row);
    hand.places = Math.max(hand.places, held.length + vacant.length);
    vacant.forEach((each) => each.remove());
    for (const code of hand.codes) row.append(cards.find((each) => each.dataset.slot === code) ?? empty(row));
    for (let place = hand.codes.length; place < hand.places; place += 1) row.append(empty(row));
  }
  function empty(row) {
    const place = document.createElement(row.tagName === "UL" ? "li" : "span");
    place.className = "hand-slot";
    place.ariaHidden = "true";
    return place;
  }
  document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "main" && arrange());

  // --- is the user active? Background requests say if not: they must not count as activity ---
  let active = Date.now();
  for (const name of ["pointerdown", "keydown", "scroll", "focus"]) {
    addEventListener(
      name,
      () => {
        active = Date.now();
      },
      { capture: true, passive: true },
    );
  }
  const attended = () => (!document.hidden && Date.now() - active < wait.idle ? "1" : "0");
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.headers["X-Attended"] = attended();
  });

  // --- the socket, and polling while it is away ---
  let socket = null,
    again = 0,
    lost = 0,
    greeted = false,
    unanswered = false;
  const hear = (chat) => chat !== undefined && document.dispatchEvent(new CustomEvent("table:chat", { detail: chat }));
  const shown = () => parseInt(main().dataset.version, 10);
  // Half as long as it has been away: a site that has restarted within seconds has everybody back within seconds.
  const longest = () => Math.min(wait.most, Math.max(wait.first, (Date.now() - lost) / 2));
  function connect() {
    greeted = unanswered = false;
    const address = new URL(page.socket, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    if (page.socketPort) address.port = page.socketPort;
    socket = new WebSocket(address);
    socket.onmessage = (event) => {
      lost = 0;
      reconnected();
      const { version, chat, gallery, pong } = JSON.parse(event.data);
      hear(chat ?? gallery);
      if (pong) unanswered = false;
      if (version === undefined) return;
      if (version !== shown()) setTimeout(refetchUnlessShown, spread(), version);
      else if (pong) return;
      else if (greeted && Date.now() > ownUntil) refetch();
      greeted = true;
    };
    socket.onclose = (event) => {
      socket = null;
      if (event.code === 4404) return;
      lost ||= Date.now();
      // Anywhere in a growing time, so that all pages of a site that has restarted do not come back at once.
      const delay = event.code === 4429 ? wait.most * (0.5 + Math.random() / 2) : longest() * Math.random();
      again = setTimeout(connect, delay);
    };
  }
  function reconnect() {
    clearTimeout(again);
    if (socket) socket.onmessage = socket.onclose = null;
    socket?.close();
    connect();
  }
  async function poll() {
    if (socket?.readyState === WebSocket.OPEN) return;
    try {
      const answer = await fetch(page.versionUrl, {
        headers: { Accept: "application/json", "X-Attended": attended() },
      });
      if (!answer.ok) return;
      reconnected();
      const { version, chat, gallery } = await answer.json();
      hear(chat ?? gallery);
      if (version !== shown()) refetch();
    } catch {
      showOffline(true);
    }
  }
  // A dead connection is detected by a ping without an answer until the next one.
  function ping() {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (unanswered) reconnect();
    else if (attended() === "1") {
      unanswered = true;
      socket.send("ping");
    }
  }
  addEventListener("offline", () => showOffline(true));
  addEventListener("online", () => {
    reconnect();
    poll();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    active = Date.now();
    poll();
    if (!unanswered) ping();
  });

  // --- time: the server's, since the device's clock may be wrong ---
  const arrived = () => performance.now() - (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
  let ahead = Number(page.now) + arrived() - Date.now();
  const now = () => Date.now() + ahead;
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    const said = detail.xhr.getResponseHeader("X-Now");
    if (said) ahead = Number(said) - Date.now();
  });
  const two = (number) => String(number).padStart(2, "0");
  const spans = JSON.parse(page.spans);
  function remaining(seconds) {
    const left = {
      days: Math.floor(seconds / 86400),
      hours: Math.floor(seconds / 3600) % 24,
      minutes: Math.floor(seconds / 60) % 60,
    };
    const words = left.days ? spans.days : left.hours ? spans.hours : spans.minutes;
    return words.replace(/%\((\w+)\)(02)?d/g, (_, unit, padded) => (padded ? two(left[unit]) : left[unit]));
  }
  let due = "",
    warned = "";
  // The seconds are not read out; that the last minute has begun is, once.
  function lastMinute() {
    const time = $("[data-last-minute]", main());
    const left = time ? Date.parse(time.dateTime) - now() : 0;
    if (left <= 0 || left > 60000 || warned === time.dateTime) return "";
    warned = time.dateTime;
    return time.dataset.lastMinute;
  }
  function tick() {
    const last = lastMinute();
    if (last) announce(last);
    for (const time of $$("[data-left],[data-clock]")) {
      const seconds = Math.floor((Date.parse(time.dateTime) - now()) / 1000);
      if ("clock" in time.dataset) {
        time.textContent = `${Math.max(0, Math.floor(seconds / 60))}:${two(Math.max(0, seconds) % 60)}`;
        if (seconds < 0 && due !== time.dateTime) {
          due = time.dateTime;
          setTimeout(refetch, 3000);
        }
      } else if (seconds > 0) time.textContent = remaining(seconds);
    }
  }

  // --- shortcuts: single keys, which can be switched off ---
  const off = () => localStorage.getItem("keys") === "off";
  function showKeys() {
    $$("[data-keys]").forEach((button) => button.setAttribute("aria-pressed", String(!off())));
  }
  const legal = () => JSON.parse($("#legal-moves")?.textContent ?? "[]");
  const allowed = ({ value }) => !value?.includes("*") || legal().includes(value.replace("*", chosen()[0]));
  function back() {
    const piece = $("[data-pick]:checked", main()),
      home = $(`a[href="${page.table}"]`, main());
    if (home) home.click();
    else if (piece) piece.checked = false;
  }
  function openField(summary) {
    summary.parentElement.open = true;
    $("input[type=text]", summary.parentElement).focus();
  }
  function press(key) {
    const target = $(`[data-key="${CSS.escape(key)}"]`);
    if (!target) return false;
    if ("aloud" in target.dataset)
      announce(
        $$("p", target)
          .map((each) => each.textContent)
          .join(" "),
      );
    else if (target.tagName === "SUMMARY") openField(target);
    else if (target.popover !== null) target.showPopover?.();
    else if (allowed(target)) target.click();
    if ("pick" in target.dataset) target.focus();
    return true;
  }
  document.addEventListener("pointerdown", () => {
    byKey = false;
    pressed = true;
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) {
    addEventListener(name, () =>
      setTimeout(() => {
        pressed = false;
        catchUp();
      }),
    );
  }
  // What was refused is answered by choosing something else.
  document.addEventListener("change", ({ target }) => {
    if ("pick" in target.dataset) $("#refused-here")?.remove();
  });
  // Enter on the text that was refused, unchanged, makes the one move that is offered.
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const offer = $("[data-confirms]", main());
    if (event.key !== "Enter" || target.id !== "typed-move" || !offer || target.value !== target.defaultValue) return;
    event.preventDefault();
    offer.click();
  });
  document.addEventListener("keydown", (event) => {
    byKey = true;
    if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.target.tagName === "INPUT" && !/^(radio|checkbox)$/.test(event.target.type)) return;
    if (event.key === "Escape" && !$("[popover]:popover-open")) back();
    else if (!off() && press(event.key.toLowerCase())) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-keys]")) return;
    localStorage.setItem("keys", off() ? "on" : "off");
    showKeys();
  });

  // --- sounds: off until they are switched on, and only then loaded ---
  const { nonce } = document.currentScript;
  const loud = () => localStorage.getItem("sounds") === "on";
  const saysSoundsOn = () => document.dispatchEvent(new Event("table:sounds"));
  function showSounds() {
    for (const button of $$("[data-sounds]")) {
      button.parentElement.hidden = false;
      button.setAttribute("aria-pressed", String(loud()));
    }
  }
  function loadSounds(loaded = null) {
    const src = $("[data-sounds]")?.dataset.sounds;
    if (!src || $("#sounds")) return loaded?.();
    document.head.append(Object.assign(document.createElement("script"), { id: "sounds", src, nonce, onload: loaded }));
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-sounds]")) return;
    localStorage.setItem("sounds", loud() ? "off" : "on");
    showSounds();
    if (loud()) loadSounds(saysSoundsOn);
  });
  if (loud()) loadSounds();

  arrange();
  typeAgain();
  sync();
  // What the last form was answered, which no live region says of a page that is new.
  const answered = $(".messages")?.textContent.replace(/\s+/g, " ").trim();
  if (answered) announce(answered);
  connect();
  setInterval(poll, wait.poll);
  setInterval(ping, wait.ping);
  setInterval(tick, 1000);
})();
