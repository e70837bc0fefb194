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

  // --- A board of fields, [data-fields]: arrows go to the nearest button that way; Tab still visits each.
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (part) => {
    const box = part.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const from = way && event.target.closest?.("[data-fields] button");
    if (!from) return;
    const [x, y] = middle(from);
    const cost = (to) => {
      const [dx, dy] = [middle(to)[0] - x, middle(to)[1] - y];
      const along = dx * way[0] + dy * way[1];
      return along > 1 && to.checkVisibility() ? along + 3 * Math.abs(dx * way[1] + dy * way[0]) : Infinity;
    };
    const others = [...from.closest("[data-fields]").querySelectorAll("button")].map((to) => [cost(to), to]);
    const [least, nearest] = others.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, from]);
    if (least === Infinity) return;
    event.preventDefault();
    nearest.focus();
  });

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
