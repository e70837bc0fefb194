// The page of a table: the start rolls before it is shown, marks appear at wrong boxes while somebody types, and Enter
// goes from box to box. Nothing here takes the focus from somebody who types, and the page works without it.
"use strict";
(() => {
  const STEP_MS = 90;
  const FIRST_MS = 900;
  const EACH_MS = 500;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // --- The start. What was drawn stands in the page; rolling only hides it for a moment, once per device.
  const seen = {
    has(key) { try { return sessionStorage.getItem("start") === key; } catch { return false; } },
    set(key) { try { sessionStorage.setItem("start", key); } catch { /* off */ } },
  };
  const roll = (section) => {
    const list = section.querySelector("[data-start-seats]");
    const key = section.dataset.start;
    if (!list || seen.has(key)) return;
    seen.set(key);
    if (calm.matches) return;
    const rows = [...list.children];
    const faces = rows.map((row) => row.querySelector("[data-roll]"));
    const words = faces.map((face) => face?.textContent || "");
    const pool = words.filter(Boolean);
    const begins = rows.findIndex((row) => row.hasAttribute("data-begins"));
    const began = performance.now();
    const ends = (place) => began + FIRST_MS + place * EACH_MS;
    const last = pool.length ? ends(rows.length - 1) : began + FIRST_MS + EACH_MS;
    const skip = section.querySelector("[data-start-skip]");
    let turn = 0;
    const stop = () => {
      clearInterval(timer);
      for (const [place, face] of faces.entries()) if (face) face.textContent = words[place];
      for (const row of rows) row.classList.remove("rolling", "lit");
      list.classList.remove("rolling");
      list.removeAttribute("aria-hidden");
      delete list.dataset.rolling;
      if (skip) skip.hidden = true;
    };
    const step = () => {
      const now = performance.now();
      if (now >= last || !list.isConnected) { stop(); return; }
      turn += 1;
      for (const [place, face] of faces.entries()) {
        const isOpen = Boolean(face) && now < ends(place);
        rows[place].classList.toggle("rolling", isOpen);
        if (face) face.textContent = isOpen ? pool[(turn + place) % pool.length] : words[place];
      }
      if (begins >= 0) for (const [place, row] of rows.entries()) row.classList.toggle("lit", place === turn % rows.length);
    };
    list.classList.add("rolling");
    list.dataset.rolling = "";
    list.setAttribute("aria-hidden", "true"); // nobody is read what was not drawn
    if (skip) {
      skip.hidden = false;
      skip.querySelector("button").addEventListener("click", stop, { once: true });
    }
    const timer = setInterval(step, STEP_MS);
    step();
  };
  const rollAll = () => { for (const section of document.querySelectorAll("[data-start]")) roll(section); };

  // A sheet that was open during the draw takes over what it asks for, where nobody has written anything.
  const fill = (section) => {
    const form = document.getElementById("sheet");
    for (const said of form ? section.querySelectorAll("[data-fills]") : []) {
      const field = form.elements.namedItem(said.dataset.fills);
      if (!field || field.value || field === document.activeElement) continue;
      field.value = said.dataset.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };

  // --- Marks: the preview says which boxes are wrong; the boxes themselves stay as they are.
  const unmark = (form) => {
    for (const place of form.querySelectorAll(".wrong, .doubt")) place.classList.remove("wrong", "doubt");
    for (const note of form.querySelectorAll('span[id^="box-"][id$="-note"]')) note.remove();
    for (const field of form.querySelectorAll('[aria-invalid="true"]')) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
  };
  const mark = (form, preview) => {
    unmark(form);
    for (const said of preview.querySelectorAll("[data-mark]")) {
      const field = document.getElementById(said.dataset.mark);
      const place = field?.closest("td, .field");
      if (!place || (field === document.activeElement && field.value.trim() === "-")) continue; // just begun
      place.classList.add(said.dataset.tone);
      const note = document.createElement("span");
      note.id = `${field.id}-note`;
      note.className = form.hasAttribute("data-quiet-notes") ? "visually-hidden" : "cell-note small";
      note.textContent = said.textContent;
      place.append(note);
      field.setAttribute("aria-describedby", note.id);
      if (said.dataset.tone === "wrong") field.setAttribute("aria-invalid", "true");
    }
  };

  // --- Enter is "next" on a sheet: paper is typed from the top down, player by player.
  const next = (event) => {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || !field.matches?.(".seat-sheet input")) return;
    const boxes = [...field.form.querySelectorAll("input:not([type=hidden]), select")];
    const following = boxes[boxes.indexOf(field) + 1];
    event.preventDefault();
    if (following) {
      following.focus();
    } else {
      document.querySelector(`button[form="${field.form.id}"]`)?.focus();
    }
  };

  // --- A bad Wi-Fi says "online" and reaches nobody. Before a sheet leaves, the server is asked whether it is there; as
  // long as it is not, the sheet stays on the page, says so, and tries again. (Without any connection app.js holds it.)
  const PATIENCE_MS = 5000;
  const AGAIN_MS = 3000;
  const answers = async () => {
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), PATIENCE_MS);
    try {
      await fetch("/healthz/", { cache: "no-store", signal: clock.signal });
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  const noteAt = (form, word) => {
    let note = form.querySelector("[data-draft-note]");
    if (!note) {
      note = document.createElement("p");
      note.dataset.draftNote = "";
      note.className = "notice warn";
      note.setAttribute("role", "status");
      form.prepend(note);
    }
    note.textContent = document.body.dataset[word] || "";
    note.hidden = false;
    note.scrollIntoView({ block: "nearest" });
  };
  const leave = async (form, submitter) => {
    let wasHeld = false;
    while (!(await answers())) {
      if (!wasHeld) noteAt(form, "wordHeld");
      wasHeld = true;
      await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
      if (!form.isConnected) return;
    }
    if (wasHeld) noteAt(form, "wordSending");
    form.dataset.reached = "1";
    delete form.dataset.asking;
    form.requestSubmit(submitter);
  };
  const ask = (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("form[data-draft]")) return;
    if (form.dataset.reached) { delete form.dataset.reached; return; }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.dataset.asking) return;
    form.dataset.asking = "1";
    leave(form, event.submitter);
  };

  let before = "";
  document.addEventListener("submit", ask, true);
  document.addEventListener("keydown", next);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    if (target.id === "preview") {
      // The same words once more would be read aloud once more.
      if (event.detail.serverResponse === before) event.detail.shouldSwap = false;
      before = event.detail.serverResponse;
    }
    const isPolled = event.detail.requestConfig?.verb === "get";
    if (target.id === "start" && isPolled && target.querySelector("details[open]")) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const target = event.detail.target;
    if (target.id === "preview") mark(target.closest("form"), target);
    if (target.id === "start" && event.detail.requestConfig?.verb === "post") document.getElementById("start-title")?.focus();
    if (target.id === "start") {
      const section = document.getElementById("start");
      if (section) fill(section);
    }
    rollAll();
  });
  rollAll();
})();
