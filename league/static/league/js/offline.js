// Starts the service worker (worker.js), where the connection is safe enough for one, and sees to it that it keeps no
// page of somebody else: the copies of whoever looked before go as soon as another person does.
"use strict";
(() => {
  const PAGES = "pages";
  const { body } = document;
  if (body.classList.contains("no-connection")) addEventListener("online", () => location.reload());
  if (!navigator.serviceWorker) return;

  const forgetOthers = async () => {
    const { viewer } = body.dataset;
    if (viewer === undefined || !(await caches.has(PAGES))) return;
    const pages = await caches.open(PAGES);
    for (const address of await pages.keys()) {
      const kept = await pages.match(address);
      if (kept && kept.headers.get("X-Viewer") !== viewer) await pages.delete(address);
    }
  };
  const start = async () => {
    await forgetOthers();
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const keep = body.classList.contains("at-table") ? location.href : "";
    active.postMessage({ keep, language: document.documentElement.lang });
  };
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-signs-out]")) caches.delete(PAGES);
  });
  addEventListener("load", () => { start().catch(() => { /* refused by the browser: all works without */ }); });
})();
