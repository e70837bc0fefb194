// Clocks: <div data-clock data-ends="<ms>"> runs, <div data-clock data-left="<s>"> is held. Inside: data-clock-face (mm:ss),
// data-clock-up (what is said at zero, in data-word), data-clock-sound (a switch, kept in this browser). The time is the
// server's (live.js): a device whose own clock is wrong shows the same. At zero nothing happens but a word, and a sound
// where somebody asked for one. data-clock-mirror shows the first clock of the page once more. Others use clock.spelled, and
// clock.sound for a sound that is switched on per device.
"use strict";
(() => {
  const SOON_S = 300;
  const rung = new Set();
  const before = new Map();
  let drift = Date.now() - performance.now();

  const spelled = (seconds) => {
    const left = Math.max(seconds, 0);
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor((left % 3600) / 60);
    return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
  };

  // --- A sound that somebody switches on for this device, kept under a key: a browser lets no page speak up before
  // somebody touched it. Tones are [seconds from now, pitch].
  const sound = (key, tones, volume) => {
    let audio = null;
    const isOn = () => { try { return localStorage.getItem(key) === "on"; } catch { return false; } };
    const wake = () => {
      if (!isOn()) return;
      const Context = window.AudioContext || window.webkitAudioContext;
      if (Context) audio ||= new Context();
      if (audio?.state === "suspended") audio.resume();
    };
    const turn = () => {
      try { localStorage.setItem(key, isOn() ? "off" : "on"); } catch { /* off */ }
      wake();
    };
    const play = () => {
      if (audio?.state !== "running") return;
      for (const [at, pitch] of tones) {
        const tone = audio.createOscillator();
        const loud = audio.createGain();
        const start = audio.currentTime + at;
        tone.frequency.value = pitch;
        loud.gain.setValueAtTime(0.0001, start);
        loud.gain.exponentialRampToValueAtTime(volume, start + 0.02);
        loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
        tone.connect(loud).connect(audio.destination);
        tone.start(start);
        tone.stop(start + 0.32);
      }
    };
    document.addEventListener("pointerdown", wake);
    document.addEventListener("keydown", wake);
    return { isOn, turn, play, isTouched: () => audio !== null, awake: () => Promise.resolve(audio?.resume()) };
  };
  window.clock = { spelled, sound };
  const bell = sound("clock-sound", [[0, 880], [0.35, 880], [0.7, 1175]], 0.4);
  const ring = (key) => {
    if (rung.has(key) || !bell.isOn()) return;
    rung.add(key);
    bell.play();
    navigator.vibrate?.([400, 200, 400]);
    document.dispatchEvent(new CustomEvent("clock:rang"));
  };
  const showSwitch = () => {
    for (const button of document.querySelectorAll("[data-clock-sound]")) {
      const pressed = String(bell.isOn());
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    }
  };

  const put = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };
  const paint = () => {
    const now = window.live ? window.live.serverNow() : Date.now();
    let first = "";
    for (const box of document.querySelectorAll("[data-clock]")) {
      const ends = Number(box.dataset.ends);
      const left = ends ? Math.ceil((ends - now) / 1000) : Number(box.dataset.left);
      const text = spelled(left);
      first ||= text;
      const face = box.querySelector("[data-clock-face]");
      if (face) {
        face.hidden = false;
        put(face, text);
      }
      box.classList.toggle("up", left <= 0);
      box.classList.toggle("soon", left > 0 && left <= SOON_S);
      const up = box.querySelector("[data-clock-up]");
      put(up, left <= 0 ? up?.dataset.word || "" : "");
      if (ends && up) {
        if (left <= 0 && before.get(ends) > 0) ring(ends); // while somebody watches, not at the next reload
        before.set(ends, left);
      }
    }
    for (const mirror of document.querySelectorAll("[data-clock-mirror]")) {
      mirror.hidden = !first;
      put(mirror, first);
    }
    // A device that slept, or whose clock somebody set: ask what time it really is.
    const drifted = Date.now() - performance.now();
    if (Math.abs(drifted - drift) > 1500) {
      drift = drifted;
      window.live?.askTime();
    }
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-clock-sound]")) return;
    bell.turn();
    showSwitch();
    bell.play();
  });
  for (const name of ["htmx:afterSwap", "live:time"]) {
    document.addEventListener(name, () => { showSwitch(); paint(); });
  }
  showSwitch();
  paint();
  setInterval(paint, 250);
})();
