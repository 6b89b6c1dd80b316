// What a form held whose session had ended is put back after sign-in: once, in this tab, for the same user.
// Kept as it is sent, forgotten by the next page of the user's (or an answer to htmx) unless a sign-in comes between.

const SECRET = "[type=password], [autocomplete=one-time-code], [data-secret]";
const { me } = document.getElementById("base-js").dataset;
const state = { form: null };

const actionOf = (form) => form.getAttribute("action");
const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const fieldsOf = (form) =>
  [...form.elements].filter(({ name, type }) => name && !/^(hidden|submit|button|file|fieldset|output)$/.test(type));

function forget() {
  state.form = null;
  sessionStorage.removeItem("typed");
}

export function keep(form) {
  if (!me) return;
  forget();
  const fields = fieldsOf(form);
  if (form.method !== "post" || !fields.length || fields.some((field) => field.matches(SECRET))) return;
  const values = fields.map((field) => [field.name, field.value, isTicked(field) && field.checked]);
  const typed = { me, path: location.pathname, action: actionOf(form), values };
  sessionStorage.setItem("typed", JSON.stringify(typed));
  state.form = form;
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
  showText(fields.find((field) => field.matches("textarea, [type=text]") && field.value));
}

function showText(text) {
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
addEventListener("pagehide", () => state.form?.isConnected && keep(state.form));
afterSignIn();
