// What changes by itself. An element with data-refresh="<seconds>" and hx-trigger="refresh" is asked for anew every so
// many seconds; where the page also names a stream in data-live="<address>", the server says when something is new, the
// element is asked for at once, and by itself only once a minute. The stream carries versions, never content: every
// page fetches its own part with its own rights. data-spread="<ms>" beside it: so far apart do all who listen ask, who
// are few at a table. Others listen for "live:news" and read live.isOn or live.serverNow().
"use strict";
(() => {
  const SLOW_S = 60;
  const GAP_MS = 600; // between two looks
  const SPREAD_MS = 200; // not everybody in the same instant, where the page does not say
  const HIDDEN_MS = 15000;
  const YOUNG_MS = 3000;
  const AGAIN_MS = 30000;
  const SOON_MS = 700; // where few listen, who wait for each other
  const asked = new WeakMap();
  let stream = null;
  let path = "";
  let isOn = false;
  let lastNews = 0;
  let due = 0;
  let again = 0;
  let refused = 0; // how often in a row
  let hiding = 0;
  const looks = new Set(); // under way, as requests
  const late = new WeakSet(); // of those
  let presses = 0; // under way
  let isMissed = false; // a look, for their sake

  // --- The server's clock: the page says when it was made, the stream says it more exactly. A page that comes out of
  // the browser's memory is as old as it is, so then the server is asked.
  let offset = 0;
  const serverNow = () => Date.now() + offset;
  const setServerTime = (at, heard = Date.now()) => {
    offset = at - heard;
    document.dispatchEvent(new CustomEvent("live:time"));
  };
  const askTime = async () => {
    try {
      const began = Date.now();
      const answer = await fetch("/healthz/", { cache: "no-store" });
      const at = Date.parse(answer.headers.get("Date") || "");
      if (at) setServerTime(at + 500, (began + Date.now()) / 2);
    } catch { /* no connection: the next event says it */ }
  };
  const visit = performance.getEntriesByType("navigation")[0];
  const made = Number(document.body.dataset.now);
  if (made && visit) setServerTime(made, Date.now() - performance.now() + visit.responseStart);
  if (!made || !visit || visit.type === "back_forward") askTime();

  // --- Looking.
  const look = () => {
    due = 0;
    lastNews = Date.now();
    document.dispatchEvent(new CustomEvent("live:news"));
    for (const element of document.querySelectorAll("[data-refresh]")) ask(element);
  };
  const ask = (element) => {
    asked.set(element, Date.now());
    window.htmx?.trigger(element, "refresh");
  };
  const news = () => {
    if (due) return;
    if (document.hidden && Date.now() - lastNews >= GAP_MS) { look(); return; } // timers of hidden pages are slow
    const spread = Number(document.querySelector("[data-live]")?.dataset.spread ?? SPREAD_MS);
    due = setTimeout(look, Math.max(lastNews + GAP_MS - Date.now(), 0) + Math.random() * spread);
  };
  const tick = () => {
    const now = Date.now();
    for (const element of document.querySelectorAll("[data-refresh]")) {
      const seconds = Number(element.dataset.refresh);
      if (!seconds) continue;
      if (!asked.has(element)) asked.set(element, now);
      const wait = isOn || document.hidden ? Math.max(seconds, SLOW_S) : seconds;
      if (now - asked.get(element) >= wait * 1000) ask(element);
    }
    listen();
  };

  // --- Pressing. The answers to a press and to a look would both go to one place, and the second takes with it what the
  // first keeps there. So no look that is under way is answered any more, and what is new waits for the press's answer.
  const answered = () => {
    presses -= 1;
    if (presses || !isMissed) return;
    isMissed = false;
    news();
  };
  const letGoOfLate = (event) => {
    if (!late.has(event.detail.xhr)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isLook = ({ requestConfig, elt }) => requestConfig.verb === "get" && elt.hasAttribute("data-refresh");
  // Not in ask: a look that waits for another one is made when that ends, and by then somebody may have pressed.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!presses || !isLook(event.detail)) return;
    event.preventDefault();
    isMissed = true;
  });
  document.addEventListener("htmx:beforeSend", (event) => {
    const { xhr, elt, requestConfig } = event.detail;
    if (requestConfig.verb !== "get") {
      presses += 1;
      isMissed ||= looks.size > 0;
      for (const under of looks) late.add(under);
      xhr.addEventListener("loadend", answered);
    } else if (isLook(event.detail)) {
      looks.add(xhr);
      xhr.addEventListener("loadend", () => looks.delete(xhr));
      elt.addEventListener("htmx:beforeOnLoad", letGoOfLate); // it may be gone from the document by then
    }
  });

  // --- Listening. A browser holds only a few lines to one host: a hidden page gives its line back.
  const setOn = (value) => {
    isOn = value;
    document.documentElement.toggleAttribute("data-live-on", value);
  };
  const stop = () => {
    stream?.close();
    stream = null;
    setOn(false);
  };
  const listen = () => {
    const address = document.querySelector("[data-live]")?.dataset.live || "";
    const wanted = address.split("?")[0];
    if (wanted !== path) {
      stop();
      path = wanted;
      again = 0;
    }
    if (!wanted || stream || document.hidden || !navigator.onLine || Date.now() < again) return;
    stream = new EventSource(address);
    stream.addEventListener("time", (event) => {
      refused = 0;
      setOn(true);
      setServerTime(Number(event.data));
    });
    stream.onmessage = news;
    stream.onerror = () => {
      setOn(false);
      if (!stream) return;
      const isRefused = stream.readyState === EventSource.CLOSED;
      const isFew = document.querySelector("[data-live]")?.dataset.spread === "0";
      if (!isRefused && !isFew) return; // the browser tries again by itself, after a pause that the server names
      stop();
      if (isRefused) refused += 1;
      const wait = isFew ? Math.min(SOON_MS * 2 ** refused, AGAIN_MS) : AGAIN_MS;
      again = Date.now() + wait;
      setTimeout(listen, wait);
    };
  };
  // Only where it rings, one hidden page of the browser keeps its line: the first that asks for the lock.
  let letGo = () => {};
  const giveBack = () => {
    if (!document.documentElement.hasAttribute("data-rings") || !navigator.locks) {
      stop();
      return;
    }
    navigator.locks.request("live-hidden", { ifAvailable: true }, (lock) => {
      if (lock && document.hidden) return new Promise((done) => { letGo = done; });
      if (document.hidden) stop();
      return null;
    });
  };
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    letGo();
    if (document.hidden) {
      hiding = setTimeout(giveBack, HIDDEN_MS);
    } else if (!stream && path) {
      again = 0;
      listen();
      news();
    }
  });
  // A page that was asked for just before the last news may not know them yet.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "content" && isOn && Date.now() - lastNews < YOUNG_MS) news();
  });
  addEventListener("pagehide", () => { letGo(); stop(); });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    askTime();
    listen();
    news();
  });
  // A line that hangs looks open for minutes: what the device says about its network is known at once.
  addEventListener("offline", stop);
  addEventListener("online", () => { again = 0; listen(); news(); });

  window.live = { get isOn() { return isOn; }, serverNow, askTime };
  listen();
  setInterval(tick, 1000);
})();
