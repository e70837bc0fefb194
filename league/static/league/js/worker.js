// The service worker. With a connection it changes nothing: pages, styles and scripts come from the server. Without one
// it shows the copy of a table's own page, on which a sheet is typed, or a page that says there is no connection.
// It keeps no other page, touches no form, stream or part of a page, and forgets its copies when somebody signs out.
"use strict";
const PAGES = "pages"; // app.js empties it too
const SHELL = "shell";
const OFFLINE = "/offline/";
const PUSH_ADDRESS = "/push-address"; // put there by push.js
const MOST_PAGES = 4;
const DAYS_2 = 2 * 24 * 3600 * 1000;
const TABLE = /^\/t\/[^/]+\/$/;
const VIEWER = /<body[^>]*\sdata-viewer="([^"]*)"/;
const PARTS = /(?:href|src)="(\/static\/[^"#?]+\.(?:css|js|svg|woff2))"/g;
const SIGN_OUT = "/account/logout/";
const CHANGES_VIEWER = /^\/(?:account|i|me\/speak-for)\//; // in, out, or another player of the same account

const keepParts = async (text) => {
  const shell = await caches.open(SHELL);
  const parts = new Set([...text.matchAll(PARTS)].map((found) => found[1]));
  await Promise.allSettled([...parts].map((part) => shell.add(part)));
};
const keepOffline = async () => {
  const answer = await fetch(OFFLINE);
  if (!answer.ok) return;
  const shell = await caches.open(SHELL);
  await shell.put(OFFLINE, answer.clone());
  await keepParts(await answer.text());
};

// The latest answer of a table's address takes the place of the one before; an address that answers no more is dropped.
const keepTable = async (address, answer) => {
  const pages = await caches.open(PAGES);
  await pages.delete(address);
  if (!answer.ok || answer.redirected || answer.type !== "basic") return;
  const text = await answer.text();
  const viewer = VIEWER.exec(text);
  if (!viewer) return;
  await pages.put(address, new Response(text, {
    headers: { "Content-Type": "text/html; charset=utf-8", "X-Viewer": viewer[1], "X-Kept": String(Date.now()) },
  }));
  const kept = await pages.keys();
  for (const old of kept.slice(0, -MOST_PAGES)) await pages.delete(old);
  await keepParts(text);
};
// A sheet shown at another level than it was typed at would lose boxes: only an address without a level takes any copy.
const tableFrom = async (url) => {
  const pages = await caches.open(PAGES);
  const found = await pages.match(url.href)
    || (url.search ? undefined : (await pages.matchAll(url.href, { ignoreSearch: true })).pop());
  return found && Date.now() - Number(found.headers.get("X-Kept")) < DAYS_2 ? found : undefined;
};

const visit = async (event, url) => {
  const isTable = TABLE.test(url.pathname);
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    if (isTable) event.waitUntil(keepTable(url.href, answer.clone()));
    return answer;
  } catch (error) {
    const kept = (isTable && (await tableFrom(url))) || (await caches.match(OFFLINE));
    if (kept) return kept;
    throw error;
  }
};
const part = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
};

// --- Messages: a page of them opens by a tap, in its tab where one is open. Whoever signs out gets no more of them here.
const addressOf = (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
};
const tellNothingMore = async () => (await self.registration.pushManager?.getSubscription())?.unsubscribe();
const told = async (event) => {
  const { title, body, lang, tag, navigate, actions } = event.data.json().notification;
  await self.registration.showNotification(title, {
    body, lang, tag,
    icon: "/static/league/img/app/192.png",
    data: { navigate, stop: actions[0]?.navigate },
    actions: actions.map((one) => ({ action: one.action, title: one.title })),
  });
};
const opened = async (event) => {
  const { navigate, stop } = event.notification.data;
  const address = event.action === "stop" ? stop : navigate;
  event.notification.close();
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => tab.url === address);
  await (there ? there.focus() : self.clients.openWindow(address));
};
const renewed = async (event) => {
  const shell = await caches.open(SHELL);
  const old = event.oldSubscription ? addressOf(event.oldSubscription) : await (await shell.match(PUSH_ADDRESS))?.text();
  const fresh = event.newSubscription
    || (event.oldSubscription && await self.registration.pushManager.subscribe(event.oldSubscription.options));
  if (!old || !fresh) return;
  const address = addressOf(fresh);
  const answer = await fetch("/n/renewed/", { method: "POST", body: new URLSearchParams({ old, address }) });
  if (answer.ok) await shell.put(PUSH_ADDRESS, new Response(address)); // else the old one is what the server knows
};

self.addEventListener("push", (event) => event.waitUntil(told(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(opened(event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewed(event)));
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOffline());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && CHANGES_VIEWER.test(url.pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method === "POST" && url.pathname === SIGN_OUT) event.waitUntil(tellNothingMore());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(event, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(part(request));
});
// A page that was opened before there was a worker asks for its copy; one in another language for other words.
self.addEventListener("message", (event) => {
  const { keep, language } = event.data;
  const url = new URL(keep || OFFLINE, self.location.origin);
  if (keep && TABLE.test(url.pathname)) {
    event.waitUntil((async () => {
      if (!(await (await caches.open(PAGES)).match(url.href))) await keepTable(url.href, await fetch(url.href));
    })());
  }
  if (language) {
    event.waitUntil((async () => {
      const kept = await caches.match(OFFLINE);
      if (kept?.headers.get("Content-Language") !== language) await keepOffline();
    })());
  }
});
