// The projector: slides that turn by themselves, whole rows only, a stamp that says how old they are.
// <main data-board data-seconds="12" data-refresh="15" data-url="…"> with .slide children; in a slide, .fit holds the
// list or table body marked data-rows. Without script all slides stand one below the other.
"use strict";
(() => {
  const PATIENCE_MS = 10000; // a network that swallows everything never says no
  const board = document.querySelector("[data-board]");
  if (!board) return;
  const seconds = Number(board.dataset.seconds) || 12;
  const refresh = Number(board.dataset.refresh) || 15;
  const stamp = document.querySelector("[data-board-stamp]");
  const lost = document.querySelector("[data-board-lost]");
  const pause = document.querySelector("[data-board-pause]");
  const bar = document.querySelector("[data-board-bar]");
  let html = "";
  let pages = [];
  let at = 0;
  let shownFor = 0;
  let paused = false;

  const fits = (box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth;

  // Whether a name has more lines than it may show: larger type is not worth half a name.
  const cutsNames = (box) =>
    [...box.querySelectorAll(".player, .names li > span:first-child")].some(
      (name) => name.scrollHeight > name.clientHeight + 1,
    );

  // The largest type in which all rows fit on one page; the usual one where they do not.
  const SIZES = [1.75, 1.6, 1.45, 1.3, 1.15, 1];
  const grow = (box, rows) => {
    for (const row of rows) row.hidden = false;
    for (const size of SIZES) {
      box.style.setProperty("--grown", size);
      if (fits(box) && (size === 1 || !cutsNames(box))) return;
    }
  };

  const keyOf = (page) => `${page.slide.dataset.key}:${page.from}`;

  // Cuts the rows of one slide into pages that fit, never through a row.
  const cut = (slide) => {
    const box = slide.querySelector(".fit");
    const holder = slide.querySelector("[data-rows]");
    if (!box || !holder) return [{ slide, from: 0, to: 0 }];
    const rows = [...holder.children];
    grow(box, rows);
    const cuts = [];
    let from = 0;
    while (from < rows.length) {
      let [low, high] = [1, rows.length - from];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        rows.forEach((row, i) => { row.hidden = i < from || i >= from + middle; });
        if (fits(box)) low = middle;
        else high = middle - 1;
      }
      cuts.push({ slide, rows, from, to: from + low });
      from += low;
    }
    return cuts.length ? cuts : [{ slide, from: 0, to: 0 }];
  };

  const show = () => {
    const page = pages[at];
    for (const slide of board.querySelectorAll(".slide")) slide.hidden = slide !== page?.slide;
    if (!page) return;
    page.rows?.forEach((row, i) => { row.hidden = i < page.from || i >= page.to; });
    history.replaceState(null, "", `#${keyOf(page)}`); // a reload comes back to this view
    const part = page.slide.querySelector(".part");
    const parts = pages.filter((other) => other.slide === page.slide);
    if (part) part.textContent = parts.length > 1 ? `${parts.indexOf(page) + 1}/${parts.length}` : "";
  };

  const layOut = () => {
    const key = pages[at] ? keyOf(pages[at]) : location.hash.slice(1);
    const slides = [...board.querySelectorAll(".slide")];
    pages = [];
    for (const slide of slides) {
      for (const other of slides) other.hidden = other !== slide;
      pages.push(...cut(slide));
    }
    const same = pages.findIndex((page) => keyOf(page) === key);
    at = same >= 0 ? same : Math.min(at, Math.max(pages.length - 1, 0));
    show();
  };

  const turn = (step) => {
    if (!pages.length) return;
    at = (at + step + pages.length) % pages.length;
    shownFor = 0;
    show();
  };

  const setPaused = (value) => {
    paused = value;
    pause?.setAttribute("aria-pressed", String(value));
    document.body.classList.toggle("paused", value);
  };

  const fetchNew = async () => {
    if (!board.dataset.url) return;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(board.dataset.url, { headers: { "HX-Request": "true" }, cache: "no-cache", signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (text !== html) {
        // At once, on the slide and the part of it that is being read: a room waits for its results.
        board.innerHTML = text;
        layOut();
        document.dispatchEvent(new CustomEvent("live:time"));
        html = text;
      }
      if (stamp) {
        const now = new Date(window.live ? window.live.serverNow() : Date.now());
        stamp.dateTime = now.toISOString();
        const { lang } = document.documentElement;
        const hour = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: board.dataset.zone || undefined }).format(now);
        stamp.textContent = lang === "fr" ? hour.replace(":", "\u00a0h\u00a0") : hour;
      }
      if (lost) lost.hidden = true;
    } catch {
      if (lost) lost.hidden = false; // the last good content stays: a board is never blank
    }
  };

  pause?.addEventListener("click", () => setPaused(!paused));
  addEventListener("keydown", (event) => {
    if (event.target.closest("a, button, input, select")) return;
    if (event.key === " ") { event.preventDefault(); setPaused(!paused); }
    if (event.key === "ArrowRight") turn(1);
    if (event.key === "ArrowLeft") turn(-1);
  });
  addEventListener("resize", layOut);
  addEventListener("online", fetchNew);
  addEventListener("offline", fetchNew);
  document.fonts?.ready.then(layOut);
  layOut();
  setInterval(() => {
    if (paused) return;
    shownFor += 1;
    if (bar) bar.value = Math.min(shownFor / seconds, 1);
    if (shownFor >= seconds) turn(1);
  }, 1000);
  // The stream says when something is new (live.js); without it the board looks by itself.
  let looked = Date.now();
  const look = () => { looked = Date.now(); fetchNew(); };
  document.addEventListener("live:news", look);
  setInterval(() => { if (Date.now() - looked >= (window.live?.isOn ? Math.max(refresh, 60) : refresh) * 1000) look(); }, 1000);
})();
