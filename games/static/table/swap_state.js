// What the player was doing in the part that changes, and in popovers: taken from the old one, and put into the new.
import { $, $$, main } from "../js/dom.js";
import { chosen } from "./page.js";

export function keep() {
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

export function type(fields) {
  fields.forEach(([id, value]) => {
    const field = document.getElementById(id);
    if (field) field.value = value;
  });
}

function check(selector, values) {
  $$(`${selector}:enabled`, main())
    .filter((each) => values.includes(each.value))
    .forEach((each) => (each.checked = true));
}

function same(old) {
  if (old.id) return document.getElementById(old.id);
  const href = old.getAttribute("href");
  return $$(old.tagName, main()).find((each) =>
    href ? each.getAttribute("href") === href : each.name === old.name && each.value === old.value,
  );
}

export function restore(was) {
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
