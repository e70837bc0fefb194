// My turn is noticed elsewhere too: the mark in the browser's tab gets a dot while a table waits for me (the title says
// how many), and where somebody switched it on for this device (data-turn-sound), a short tone and a buzz say that it
// has become my turn. A browser lets no page speak up before somebody touched it, and this one does not try.
"use strict";
(() => {
  const KEY = "turn-sound";
  const TONES = [[0, 659], [0.16, 880]]; // seconds from now, pitch
  const DUE = /(^|· )\(\d+\) /;
  const store = {
    get() { try { return localStorage.getItem(KEY); } catch { return null; } },
    set(value) { try { localStorage.setItem(KEY, value); } catch { /* off */ } },
  };
  const wants = () => store.get() === "on";

  // --- The mark.
  const dotted = document.currentScript.dataset.icon;
  const icon = document.querySelector('link[rel="icon"]');
  const plain = icon?.getAttribute("href");
  const mark = () => {
    const wanted = DUE.test(document.title) ? dotted : plain;
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  };

  // --- The tone.
  let audio = null;
  const wake = () => {
    if (!wants()) return;
    const Context = window.AudioContext || window.webkitAudioContext;
    if (Context) audio ||= new Context();
    if (audio?.state === "suspended") audio.resume();
  };
  const ring = () => {
    if (!audio) return; // nobody has touched this page yet
    navigator.vibrate?.([120, 80, 120]);
    if (audio.state !== "running") return;
    for (const [at, pitch] of TONES) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      const start = audio.currentTime + at;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, start);
      loud.gain.exponentialRampToValueAtTime(0.25, start + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
      tone.connect(loud).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.32);
    }
  };
  const show = () => {
    document.documentElement.toggleAttribute("data-rings", wants()); // live.js keeps listening while hidden
    for (const button of document.querySelectorAll("[data-turn-sound]")) button.setAttribute("aria-pressed", String(wants()));
  };

  // --- It rings when others made it my turn: not on arrival, and not for my own press that left me to go on.
  const isMine = () => document.querySelector("#play .play-turn.is-mine") !== null;
  let wasMine = isMine();
  document.addEventListener("htmx:afterSwap", () => {
    const mine = isMine();
    if (mine && !wasMine && wants()) ring();
    wasMine = mine;
    mark();
  });
  document.addEventListener("htmx:afterSettle", mark);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-turn-sound]")) return;
    store.set(wants() ? "off" : "on");
    show();
    wake();
    if (wants()) Promise.resolve(audio?.resume()).then(ring);
  });
  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  addEventListener("storage", show);
  show();
  mark();
})();
