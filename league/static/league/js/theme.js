// Runs before the first paint: the chosen theme, and a class that shows what needs script.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (!root.dataset.theme && (theme === "dark" || theme === "light")) root.dataset.theme = theme;
  } catch {
    // Storage may be switched off: the system's theme holds.
  }
})();
