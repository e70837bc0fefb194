// Matches in the browser. Everything works without this file: a press is a form, and the page is loaded anew. With it,
// what somebody adds to the draws is drawn here, hundreds of choices are found by a few letters, and a swap leaves the
// hand where it was: what is open stays open, what has the focus keeps it.
"use strict";
(() => {
  // --- What one adds to the draws: 16 bytes of this browser, where nobody has written anything.
  const hex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const fill = () => {
    for (const field of document.querySelectorAll("input[data-random]")) field.value ||= hex();
  };

  // --- Finding a choice: data-finds="<id>" shows what holds all the words typed, and opens the folds it lies in.
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const find = (field) => {
    const place = document.getElementById(field.dataset.finds);
    if (!place) return;
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const button of place.querySelectorAll("button[name=action]")) {
      button.dataset.folded ||= fold(button.textContent);
      button.hidden = !words.every((word) => button.dataset.folded.includes(word));
      if (!button.hidden) shown += 1;
    }
    for (const part of place.querySelectorAll(".choice-fold, .choice-list")) {
      part.hidden = !part.querySelector("button[name=action]:not([hidden])");
      if (part.matches("details")) part.open = words.length > 0 && !part.hidden;
    }
    const none = field.parentElement.querySelector("[data-none]");
    none.textContent = shown ? "" : none.dataset.none;
    none.classList.toggle("visually-hidden", shown > 0);
  };

  // --- Swaps.
  let open = [];
  let focused = null;
  let isPress = false;
  const isTable = (event) => event.detail.target?.id === "play";
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isTable(event)) return;
    const table = event.detail.target;
    open = [...table.querySelectorAll("details[id][open]")].map((part) => part.id);
    focused = table.contains(document.activeElement) ? document.activeElement : null;
    isPress = event.detail.requestConfig.verb === "post";
  });
  const speak = () => {
    const words = [...document.querySelectorAll("#play [data-spoken]")].map((part) => part.textContent.trim().replace(/\s+/g, " "));
    const region = document.getElementById("spoken");
    if (region) region.textContent = words.join(" ");
  };
  document.addEventListener("htmx:afterSettle", () => {
    fill();
    const table = document.getElementById("play");
    if (!table) return;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    open = [];
    const refusal = table.querySelector('[role="alert"][data-focus]');
    if (refusal && isPress) {
      refusal.focus();
    } else if (focused && document.activeElement === document.body) {
      const same = focused.isConnected ? focused : document.getElementById(focused.id || "turn");
      (same || document.getElementById("turn"))?.focus({ preventScroll: !isPress });
    }
    if (isPress) speak();
    focused = null;
    isPress = false;
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("input[data-finds]")) find(event.target);
  });

  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.("input[data-finds]")) return;
    if (event.key === "Enter") event.preventDefault(); // the first choice is nobody's meaning
    if (event.key !== "Escape") return;
    event.target.value = "";
    find(event.target);
  });
  fill();
})();
