// Messages on this device. The browser is asked at the press and never before; what it answers goes to the server by the
// form around the button, and the page comes back with what the server knows. Needs a service worker (worker.js).
"use strict";
(() => {
  const part = document.querySelector("[data-device]");
  if (!part || !window.isSecureContext) return;
  const form = part.querySelector("form");
  const show = (state) => {
    part.hidden = false;
    for (const one of part.querySelectorAll("[data-when]")) one.hidden = one.dataset.when !== state;
  };
  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) {
    show("none");
    return;
  }

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const written = (subscription) => {
    const { endpoint, keys } = subscription.toJSON();
    return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  };
  const markOf = async (text) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`push:${text}`));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const manager = async () => (await navigator.serviceWorker.ready).pushManager;
  const send = (action, address) => {
    form.elements.namedItem("do").value = action;
    form.elements.namedItem("address").value = address;
    form.requestSubmit();
  };

  // What was given under another key of this installation is of no use to it any more.
  const subscribed = async () => {
    const applicationServerKey = bytes(part.dataset.device);
    const found = await manager();
    const before = await found.getSubscription();
    const key = before && before.options.applicationServerKey;
    if (key && String(new Uint8Array(key)) === String(applicationServerKey)) return before;
    await before?.unsubscribe();
    return found.subscribe({ userVisibleOnly: true, applicationServerKey });
  };
  const start = async () => {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") {
      show(permission === "denied" ? "blocked" : "off");
      return;
    }
    const subscription = await subscribed();
    const address = written(subscription);
    // The worker tells the server which address a new one stands for.
    await (await caches.open("shell")).put("/push-address", new Response(address));
    send("add", address);
  };
  const stop = async () => {
    const subscription = await (await manager()).getSubscription();
    send("stop", subscription ? written(subscription) : "");
  };
  const look = async () => {
    if (Notification.permission === "denied") {
      show("blocked");
      return;
    }
    show("off");
    const subscription = await (await manager()).getSubscription();
    if (subscription && part.dataset.known.split(" ").includes(await markOf(written(subscription)))) show("on");
  };

  part.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-device-do]");
    if (!button) return;
    button.disabled = true;
    const done = button.dataset.deviceDo === "start" ? start() : stop();
    done.catch(() => show("failed")).finally(() => { button.disabled = false; });
  });
  look().catch(() => show("failed"));
})();
