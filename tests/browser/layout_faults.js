/* What breaks the layout of the page: a sentence for each fault, which begins with its kind. Called with the words that
   may be broken; see layout_faults.py. */
(breakable) => {
  const found = new Set();
  const room = document.documentElement.clientWidth;
  const root = document.querySelector("dialog[open]") ?? document.body;
  const UNSEEN = ".vh, .skip, .by-word, script, style, textarea, option, [inert]";
  const nameOf = (element) => [element.tagName.toLowerCase(), ...element.classList].join(".");
  const report = (kind, element, more) => found.add(`${kind}: ${nameOf(element)} ${more}`);
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(UNSEEN);
  const isInline = (element) => /^(inline|contents)$/.test(getComputedStyle(element).display);
  const crosses = ({ left, right }, box) => left < box.left - 1 || right > box.right + 1;
  const crossesUpright = ({ top, bottom }, box) => top < box.top - 1 || bottom > box.bottom + 1;
  const saysThatItGoesOn = ({ textOverflow, backgroundAttachment }) =>
    textOverflow === "ellipsis" || backgroundAttachment.includes("local");

  /* The ancestors that cut off what leaves them. Nothing changes meanwhile, so that each is asked once. */
  const known = new Map();
  const clips = (element) => {
    if (!element || element === document.body) return [];
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const isClip = (style.overflowX !== "visible" || style.overflowY !== "visible") && !isInline(element);
      const own = isClip ? [[element.getBoundingClientRect(), style, element]] : [];
      known.set(element, [...own, ...clips(element.parentElement)]);
    }
    return known.get(element);
  };

  /* What cuts this off without a sign of it; undefined if nothing does, null if there is a sign. */
  const cutBy = (element, rect) => {
    for (const [box, style, clip] of clips(element))
      if (style.overflowX !== "visible" && crosses(rect, box)) return saysThatItGoesOn(style) ? null : clip;
  };

  const checkWidth = () => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > room) report("sideways", document.documentElement, `is ${scrollWidth} wide at ${room}`);
  };

  const checkControl = (control) => {
    const rect = control.getBoundingClientRect();
    const clip = cutBy(control, rect);
    if (clip) report("cut", control, `by ${nameOf(clip)}`);
    const isBelow = control.closest(".tray") && root === document.body && rect.bottom > innerHeight + 0.5;
    if (clip !== null && rect.width && (rect.left < -0.5 || rect.right > room + 0.5 || isBelow))
      report("outside", control, `ends at ${Math.round(rect.right)}, ${Math.round(rect.bottom)}`);
  };

  const rectsOf = (text, start = 0, end = text.data.length) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };

  const blockOf = (element) => (isInline(element) ? blockOf(element.parentElement) : element);

  const checkWords = (text) => {
    const within = text.parentElement;
    const block = blockOf(within);
    const box = block.getBoundingClientRect();
    const { textOverflow, overflowX, writingMode } = getComputedStyle(block);
    const leaves = writingMode === "horizontal-tb" ? crosses : crossesUpright;
    /* A soft hyphen separates words here: each side of it has to stay on one line. The first letter after it is left
       out, since its rectangles include the hyphen at the end of the line before. */
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const rects = rectsOf(text, index, index + word.length);
      const followsHyphen = text.data[index - 1] === "\u00ad" ? 1 : 0;
      const lines = rectsOf(text, index + followsHyphen, index + word.length).map(({ y }) => Math.round(y));
      const isBroken = new Set(lines).size > 1;
      if (isBroken && !breakable.includes(word)) report("broken", within, word);
      if (within.closest("svg") || (textOverflow === "ellipsis" && overflowX !== "visible")) continue;
      for (const rect of rects) {
        const clip = cutBy(within, rect);
        if (clip) report("cut", within, `${word} by ${nameOf(clip)}`);
        else if (clip === undefined && leaves(rect, box)) report("wider", block, `than its room: ${word}`);
      }
    }
  };

  /* The lines of a text as far as they show, less the room above and below its letters. */
  const linesOf = (text) => {
    const within = text.parentElement;
    const layer = within.closest(".tray, .reinforcement--yours, [popover], dialog, header, .playback-ghost") ?? root;
    return rectsOf(text).map((rect) => {
      const air = rect.height * 0.22;
      const line = { within, layer, words: text.data.trim().slice(0, 20) };
      Object.assign(line, {
        left: rect.left + 1,
        right: rect.right - 1,
        top: rect.top + air,
        bottom: rect.bottom - air,
      });
      for (const [box, { overflowX, overflowY }] of clips(within)) {
        if (overflowX !== "visible")
          Object.assign(line, { left: Math.max(line.left, box.left), right: Math.min(line.right, box.right) });
        if (overflowY !== "visible")
          Object.assign(line, { top: Math.max(line.top, box.top), bottom: Math.min(line.bottom, box.bottom) });
      }
      return line;
    });
  };

  const overlap = (one, other) =>
    one.layer === other.layer &&
    one.within !== other.within &&
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom - 1 &&
    other.top < one.bottom - 1;

  const checkOverlaps = (lines) => {
    lines.forEach((one, place) => {
      const over = lines.slice(place + 1).find((other) => overlap(one, other));
      if (over) report("overlap", one.within, `“${one.words}” and ${nameOf(over.within)} “${over.words}”`);
    });
  };

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.data.trim() && isSeen(walker.currentNode.parentElement)) texts.push(walker.currentNode);

  checkWidth();
  [...root.querySelectorAll("a, button, summary, label, input:not([type=hidden]), select, textarea")]
    .filter(isSeen)
    .forEach(checkControl);
  texts.forEach(checkWords);
  checkOverlaps(texts.flatMap(linesOf).filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2));
  return [...found];
};
