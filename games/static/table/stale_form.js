// The server refused a form older than the last sign-in: reload the page's content and keep the typed text. What is
// pressed meanwhile is pressed on the renewed page, unless the table has moved on.
import { $$, main } from "../js/dom.js";
import { shown } from "./page.js";
import { refetch, requests } from "./requests.js";

const state = { renewal: null };
const kindOf = (button) => [button.name, button.value, button.formAction, button.form?.getAttribute("action")].join();

document.addEventListener("stale-form", () => {
  state.renewal ??= { version: shown(), press: null };
  refetch();
});
document.addEventListener("htmx:confirm", (event) => {
  const button = event.detail.triggeringEvent?.submitter;
  if (!state.renewal || !button) return;
  event.preventDefault();
  state.renewal.press = kindOf(button);
});
document.addEventListener("table:answered", ({ detail }) => {
  if (state.renewal && detail.by === document.body && !detail.lost && requests.late === null) renewed();
});

function renewed() {
  const { version, press } = state.renewal;
  state.renewal = null;
  if (press && version === shown())
    $$("button", main())
      .find((each) => kindOf(each) === press)
      ?.click();
}
