// The service worker: shows what is pushed to this browser and leads to the table. It keeps no page, for a table that
// is not fresh is worth nothing. Served at /service-worker.js, so that it may act for the whole site.
"use strict";
const PUSH = "/push/";
// Nobody has to be there for it.
const UNATTENDED = { "X-Attended": "0" };

// A new version has no old pages to wait for.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The format of Declarative Web Push: browsers that know it show it by themselves.
const read = (event) => {
  try {
    return { title: "The Back Room", navigate: "/", ...event.data.json().notification };
  } catch {
    return { title: "The Back Room", navigate: "/" };
  }
};

const own = (address) => {
  const url = new URL(address, self.location.origin);
  return url.origin === self.location.origin ? url : new URL("/", self.location.origin);
};

self.addEventListener("push", (event) => {
  const { title, body, navigate: url, tag, icon, lang } = read(event);
  // The same tag takes the older notice's place; renotify lets the newer one be heard all the same.
  const options = { body, icon, lang, data: { url }, ...(tag && { tag, renotify: true }) };
  event.waitUntil(self.registration.showNotification(title, options));
});

const show = async (url) => {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => new URL(each.url).pathname === url.pathname);
  return tab ? tab.focus() : self.clients.openWindow(url.href);
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(own(event.notification.data.url)));
});

// The browser or its push service has ended a subscription: a new one takes its place, if somebody is signed in.
const renew = async (old, fresh) => {
  const answer = await fetch(PUSH, { headers: { Accept: "application/json", ...UNATTENDED } });
  if (!answer.ok) return;
  const { key, token } = await answer.json();
  const subscription =
    fresh || (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await fetch(PUSH, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token, ...UNATTENDED },
    body: JSON.stringify({ subscription, replaces: old ? old.endpoint : "" }),
  });
};

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});
