// Keeps the cards of one's hand where they are: one that is played leaves its place empty as long as the page's header
// names the same turn or hand (data-crumb), so that the next tap meets the card that was there.
(() => {
  "use strict";
  const main = () => document.getElementById("main");
  let shown = { during: "", codes: [] };

  // A card that came lies where one is gone, else at the end.
  function slots(codes) {
    const before = shown.during === main().dataset.crumb ? shown.codes : [];
    const come = codes.filter((each) => !before.includes(each));
    const kept = before.map((each) => (codes.includes(each) || !come.length ? each : come.shift()));
    return [...kept, ...come];
  }
  function arrange() {
    const hand = main()?.querySelector(".hand:has(> [data-slot])");
    if (!hand) return;
    const cards = [...hand.querySelectorAll(":scope > [data-slot]")];
    const codes = cards.map((each) => each.dataset.slot);
    const places = slots(codes);
    hand.querySelectorAll(".hand-slot").forEach((each) => each.remove());
    for (const code of places) {
      const card = cards.find((each) => each.dataset.slot === code);
      hand.append(card ?? empty(hand));
    }
    shown = { during: main().dataset.crumb, codes: places };
  }
  function empty(hand) {
    const place = document.createElement(hand.tagName === "UL" ? "li" : "span");
    place.className = "hand-slot";
    place.ariaHidden = "true";
    return place;
  }
  document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "main" && arrange());
  arrange();
})();
