// A page that stands in for one that cannot answer now: asks for it now and then, and goes there once it answers.
// <script data-way="/where/" data-again="10">
"use strict";
(() => {
  const { way, again } = document.currentScript.dataset;
  const look = async () => {
    try {
      const answer = await fetch(way, { cache: "no-store" });
      if (answer.status !== 503) return location.replace(way);
    } catch { /* no connection: asked again */ }
    setTimeout(look, again * 1000);
  };
  setTimeout(look, again * 1000);
})();
