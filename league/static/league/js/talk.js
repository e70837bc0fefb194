// Table talk. Its forms work without this file.
"use strict";
(() => {
  // --- What was said is gone from the box; what was refused stays. A fold that is open stays open.
  let open = [];
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.elt;
    if (!form.closest("#talk")) return;
    delete form.dataset.sent; // the next thing may be said at once
    if (event.detail.successful && form.id === "talk-write") form.reset();
  });
  const remember = () => { open = [...document.querySelectorAll("#talk-said details[open]")].map((part) => part.id); };
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSettle", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });
})();
