// Ready sentences: a press adds one to its field, another press takes it out again.
const has = (field, text) => field.value.includes(text);

const toggle = (field, text) => {
  const rest = has(field, text) ? field.value.replace(text, "") : `${field.value} ${text}`;
  field.value = rest.replace(/ {2,}/g, " ").trim();
};

const sync = (list) => {
  const field = document.getElementById(list.dataset.for);
  for (const button of list.querySelectorAll("button")) button.setAttribute("aria-pressed", has(field, button.value));
};

for (const list of document.querySelectorAll(".ready-texts")) {
  const field = document.getElementById(list.dataset.for);
  list.hidden = false;
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    toggle(field, button.value);
    sync(list);
  });
  field.addEventListener("input", () => sync(list));
  sync(list);
}
