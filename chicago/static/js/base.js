// What every page needs. Listeners are on the document, so that they work for fragments loaded later.
import "./forms.js";
import "./language.js";
import { startNotices } from "./notices.js";
import { startLogs } from "./logs.js";
import { startWaitingCount } from "./waiting_count.js";

const { waiting, icon, iconWaiting, push } = document.getElementById("base-js").dataset;
if (waiting) {
  startWaitingCount(waiting, { icon, iconWaiting });
  startNotices(push);
  startLogs();
}
