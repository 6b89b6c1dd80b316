// What is shown outside the part that changes, and what of it is read out.
import { $, main } from "../js/dom.js";
import { lastMinute, tick } from "./clock.js";
import { announce, page } from "./page.js";

const state = { announced: main().dataset.status };

function show() {
  const { title, status, crumb, done } = main().dataset;
  document.title = `${title} · ${page.site}`;
  if (crumb) $("#crumb").textContent = crumb;
  // What the viewer has just done is in that response only, so it is announced once; then who is to move, if new.
  const news = [done, status !== state.announced && status, lastMinute()].filter(Boolean).join(" ");
  if (news) announce(news);
  state.announced = status;
  tick();
}

document.addEventListener("table:shown", show);
show();
// What the last form was answered, which no live region says of a page that is new.
const answered = $(".messages")?.textContent.replace(/\s+/g, " ").trim();
if (answered) announce(answered);
