// The clocks of a match: <span data-play-clock data-ends="<ms>"> runs, by the server's time (live.js). At zero nothing is
// decided here: the table is asked for anew, and the server says what follows. One's own clock, [data-own], is told to
// who listens at two moments: <span hidden data-clock-word="60">. Without this file the page says what was left about.
"use strict";
(() => {
  const LOW_S = 20;
  const TRIES = 5;
  const SEATED_MS = 300;
  const OTHERS_MS = 3000; // whoever only watches hears of it by news
  const before = new Map();
  const asked = new Map();

  const tell = (words) => {
    const region = document.getElementById("spoken");
    if (region && words) region.textContent = words;
  };
  const warn = (ends, left) => {
    const known = before.get(ends);
    before.set(ends, left);
    for (const word of document.querySelectorAll("[data-clock-word]")) {
      const at = Number(word.dataset.clockWord);
      if (known > at && left <= at && left > 0) tell(word.textContent.trim());
    }
  };
  const ask = (ends, isSeated, now) => {
    const seen = asked.get(ends) || { tries: 0, next: ends };
    const wait = isSeated ? SEATED_MS : OTHERS_MS;
    if (seen.tries >= TRIES || now < seen.next + wait || document.querySelector(".htmx-request")) return;
    asked.set(ends, { tries: seen.tries + 1, next: now + 1000 * seen.tries });
    window.htmx?.trigger("#play", "refresh");
  };
  const paint = () => {
    const now = window.live ? window.live.serverNow() : Date.now();
    const isSeated = Boolean(document.querySelector(".play-seats .is-mine"));
    for (const clock of document.querySelectorAll("[data-play-clock]")) {
      const ends = Number(clock.dataset.ends);
      const left = Math.ceil((ends - now) / 1000);
      const text = window.clock.spelled(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.closest(".status")?.classList.toggle("warn", left <= LOW_S);
      if (clock.hasAttribute("data-own")) warn(ends, left);
      if (left <= 0) ask(ends, isSeated, now);
    }
  };
  document.addEventListener("htmx:afterSwap", paint);
  document.addEventListener("live:time", paint);
  paint();
  setInterval(paint, 250);
})();
