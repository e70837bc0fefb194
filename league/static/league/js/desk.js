// Comfort at the desk: people are dragged from table to table, and every table says before the drop what it would mean;
// and whoever checks in elsewhere turns up in the roll without a reload.
// #board[data-drag="<script of the drag library>"] with ol[data-table] of li[data-entry]; the same is done by "Move" and
// a tap, or by keyboard, so that nothing hangs on this file.
"use strict";
(() => {
  let library = null;
  const load = (address) => library ||= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done(window.Sortable);
    script.onerror = failed;
    document.head.append(script);
  });

  // What the page of the picked person says about each table: a verdict, and the first reason for it.
  const effects = async (board, entry) => {
    const address = new URL(location.pathname, location.origin);
    address.search = new URLSearchParams({ step: "seating", stage: board.dataset.stage, pick: entry });
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = new Map();
    for (const list of page.querySelectorAll("#board ol[data-table]")) {
      const effect = list.closest("article").querySelector("[data-effect]");
      if (effect) found.set(list.dataset.table, { verdict: effect.dataset.verdict, reason: effect.querySelector("[data-reason]") });
    }
    return found;
  };

  const clear = (board) => {
    board.classList.remove("dragging");
    for (const note of board.querySelectorAll(".drop-effect")) note.remove();
  };

  // The note lies over the card's head, so that nothing moves under the finger.
  const showEffects = (board, from, found) => {
    const words = { full: board.dataset.wordFull, better: board.dataset.wordBetter, worse: board.dataset.wordWorse, same: board.dataset.wordSame };
    for (const list of board.querySelectorAll("ol[data-open]")) {
      if (list === from) continue;
      const { verdict, reason } = found.get(list.dataset.table) || { verdict: "full" };
      const note = document.createElement("div");
      note.className = `drop-effect ${verdict}`;
      const word = document.createElement("strong");
      word.textContent = words[verdict];
      note.append(word);
      if (reason && verdict !== "full") {
        const text = document.createElement("span");
        text.textContent = reason.textContent.trim();
        note.append(text);
      }
      list.closest("article").append(note);
    }
  };

  const move = (board, entry, table) => {
    const form = document.getElementById("board-form");
    const button = document.createElement("button");
    button.type = "submit";
    button.hidden = true;
    button.name = "do";
    button.value = `move:${board.dataset.seating}:${entry}:${board.dataset.version}:${table}`;
    form.append(button); // the answer replaces the form
    button.click();
  };

  const arm = async () => {
    const board = document.getElementById("board");
    if (!board?.dataset.drag || board.dataset.ready) return;
    board.dataset.ready = "1";
    const Sortable = await load(board.dataset.drag);
    let dragged = 0;
    for (const list of board.querySelectorAll("ol[data-open]")) {
      let [home, before] = [null, null];
      new Sortable(list, {
        group: "seats",
        draggable: "li[data-entry]",
        filter: "a, button",
        preventOnFilter: false,
        animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 120,
        delay: 250, // a finger that scrolls is no drag
        delayOnTouchOnly: true,
        touchStartThreshold: 6,
        scrollSensitivity: 60,
        ghostClass: "ghost",
        onStart: async ({ item, from }) => {
          [home, before] = [from, item.nextElementSibling];
          const turn = ++dragged;
          board.classList.add("dragging");
          const found = await effects(board, item.dataset.entry).catch(() => null);
          if (found && turn === dragged) showEffects(board, home, found);
        },
        onEnd: ({ item, to }) => {
          dragged += 1;
          clear(board);
          home.insertBefore(item, before); // the page that answers shows where everybody sits
          if (to !== home) move(board, item.dataset.entry, to.dataset.table);
        },
      });
    }
  };

  // The roll as others called it: the rows stay where they are, only their toggles turn.
  const follow = () => {
    const now = document.querySelector("#desk-watched[data-here]");
    const roll = document.getElementById("roll");
    if (!now || !roll) return;
    const here = new Set(now.dataset.here.trim().split(/\s+/));
    const toggles = [...roll.querySelectorAll("button.toggle[aria-pressed]")];
    for (const toggle of toggles) {
      const entry = toggle.value.split(":")[1];
      if ((toggle.getAttribute("aria-pressed") === "true") === here.has(entry)) continue;
      toggle.setAttribute("aria-pressed", String(here.has(entry)));
      toggle.classList.toggle("secondary", !here.has(entry));
      toggle.value = `${here.has(entry) ? "away" : "here"}:${entry}`;
      toggle.closest("li").classList.add("changed");
    }
    document.getElementById("roll-longer").hidden = toggles.length === Number(now.dataset.roll) || !toggles.length;
  };

  // The board as others changed it: shown at once while nobody works on it here, else offered.
  const followBoard = () => {
    const now = document.querySelector("#desk-watched[data-board]");
    if (!now) return;
    const board = document.getElementById("board");
    if (now.dataset.board === (board?.dataset.shown || "")) return;
    if (document.querySelector("#desk.htmx-request, #desk .htmx-request")) return; // what was pressed is answered with the board as it is
    const isBusy = board && (board.contains(document.activeElement) || board.matches(".dragging") || board.querySelector(".picked"));
    if (isBusy) document.getElementById("board-newer").hidden = false;
    else window.presses.refresh();
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    arm();
    follow();
    if (event.target.id !== "content") followBoard(); // the whole page has just come
  });
  arm();
})();
