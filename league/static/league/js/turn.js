// My turn is noticed elsewhere too: the mark in the browser's tab gets a dot while a table waits for me (the title says
// how many), and where somebody switched it on for this device (data-turn-sound), a short tone and a buzz say that it
// has become my turn. A browser lets no page speak up before somebody touched it, and this one does not try.
"use strict";
(() => {
  const DUE = /(^|· )\(\d+\) /;
  const bell = window.clock.sound("turn-sound", [[0, 659], [0.16, 880]], 0.25); // clock.js

  // --- The mark.
  const dotted = document.currentScript.dataset.icon;
  const icons = [...document.querySelectorAll('link[rel="icon"]')] // browsers choose among them
    .map((link) => ({ link, plain: link.getAttribute("href"), type: link.type }));
  const mark = () => {
    const isDue = DUE.test(document.title);
    for (const { link, plain, type } of icons) {
      const wanted = isDue ? dotted : plain;
      if (link.getAttribute("href") !== wanted) Object.assign(link, { type: isDue ? "image/svg+xml" : type, href: wanted });
    }
  };

  // --- The tone.
  const ring = () => {
    if (!bell.isTouched()) return; // nobody has touched this page yet
    navigator.vibrate?.([120, 80, 120]);
    bell.play();
  };
  const show = () => {
    const isOn = bell.isOn();
    document.documentElement.toggleAttribute("data-rings", isOn); // live.js keeps listening while hidden
    for (const button of document.querySelectorAll("[data-turn-sound]")) button.setAttribute("aria-pressed", String(isOn));
  };

  // --- It rings when others made it my turn: not on arrival, and not for my own press that left me to go on.
  const isMine = () => document.querySelector("#play .play-turn.is-mine") !== null;
  let wasMine = isMine();
  document.addEventListener("htmx:afterSwap", () => {
    const mine = isMine();
    if (mine && !wasMine && bell.isOn()) ring();
    wasMine = mine;
    mark();
  });
  document.addEventListener("htmx:afterSettle", mark);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-turn-sound]")) return;
    bell.turn();
    show();
    if (bell.isOn()) bell.awake().then(ring);
  });
  addEventListener("storage", show);
  show();
  mark();
})();
