// Comfort at the desk: people are dragged from table to table, and every table says before the drop what it would mean.
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

  // What the page of the picked person says about each table: <ul class="effect"> and the button that moves there.
  const effects = async (board, entry) => {
    const address = new URL(location.pathname, location.origin);
    address.search = new URLSearchParams({ step: "seating", stage: board.dataset.stage, pick: entry });
    const answer = await fetch(address);
    if (!answer.ok) return new Map();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = new Map();
    for (const list of page.querySelectorAll("#board ol[data-table]")) {
      const footer = list.closest("article").querySelector("[data-effect]");
      if (footer) found.set(list.dataset.table, footer.cloneNode(true));
    }
    return found;
  };

  const clear = (board) => {
    board.classList.remove("dragging");
    for (const note of board.querySelectorAll(".drop-effect")) note.remove();
  };

  const showEffects = (board, from, found) => {
    for (const list of board.querySelectorAll("ol[data-table]")) {
      if (list === from || !list.dataset.open) continue;
      const note = document.createElement("div");
      note.className = "drop-effect";
      const effect = found.get(list.dataset.table);
      note.append(effect || Object.assign(document.createElement("p"), { className: "small soft", textContent: board.dataset.full }));
      list.after(note);
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
          const found = await effects(board, item.dataset.entry).catch(() => new Map());
          if (turn === dragged && board.classList.contains("dragging")) showEffects(board, home, found);
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

  document.addEventListener("htmx:afterSettle", arm);
  arm();
})();
