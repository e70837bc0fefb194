// A match to look at again. Every step is a link; with this file they follow one another by themselves at three speeds,
// the arrow keys step, the slider stands where the moment is, whichever way led there, and what happened is told to who
// listens. Nothing moves before somebody presses.
"use strict";
(() => {
  const run = document.getElementById("run");
  const speed = document.getElementById("speed");
  const slider = document.getElementById("slider");
  if (!run || !speed || !slider) return;
  const way = (name) => {
    const link = document.getElementById(`way-${name}`);
    return link?.hasAttribute("href") ? link : null;
  };
  let timer = 0;
  let isOn = false;

  const set = (value) => {
    isOn = value;
    clearTimeout(timer);
    for (const word of run.children) word.hidden = (word.dataset.when === "on") !== isOn;
  };
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (way("on") ? way("on").click() : set(false)), Number(speed.value));
  };
  run.addEventListener("click", () => {
    set(!isOn);
    if (isOn) (way("on") || way("first"))?.click();
  });
  speed.addEventListener("change", () => isOn && goOn());

  // Whoever takes the match into the own hand has it.
  const own = (event) => event.isTrusted && event.target.closest?.("#moment a, #slider, #seen-by") && set(false);
  document.addEventListener("click", own);
  document.addEventListener("input", own);
  document.addEventListener("visibilitychange", () => document.hidden && set(false));
  for (const failed of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(failed, () => set(false));

  document.addEventListener("keydown", (event) => {
    const name = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    const isFree = !event.target.closest?.('input, select, textarea, pre, [tabindex="0"]');
    if (!name || !isFree || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    set(false);
    way(name)?.click();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const moment = document.getElementById("moment");
    if (!moment || event.detail.elt?.id !== "moment") return;
    if (slider !== document.activeElement || isOn) slider.value = moment.dataset.at;
    const now = document.getElementById("chances-now");
    if (now) {
      const [left, right, last] = ["left", "right", "last"].map((name) => Number(now.dataset[name]));
      const x = left + ((right - left) * Number(moment.dataset.at)) / Math.max(1, last);
      for (const end of ["x1", "x2"]) now.setAttribute(end, x);
    }
    const region = document.getElementById("spoken");
    if (region) region.textContent = moment.querySelector("[data-newest]")?.textContent.trim().replace(/\s+/g, " ") ?? "";
    if (!isOn) return;
    if (way("on")) goOn();
    else set(false);
  });
})();
