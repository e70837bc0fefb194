// Comfort only: every page works without this file. Behaviour hangs on data-* attributes, and on nothing else,
// so that fragments swapped in later behave like the page they came with.
"use strict";
(() => {
  const root = document.documentElement;
  const words = (name) => document.body.dataset[name] || "";
  const store = {
    get(key) { try { return localStorage.getItem(key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, value); } catch { /* full or off */ } },
    drop(key) { try { localStorage.removeItem(key); } catch { /* off */ } },
    keys() { try { return Object.keys(localStorage); } catch { return []; } },
  };
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase().trim();
  const say = (text, tone) => {
    const region = document.getElementById("live");
    if (!region || !text) return;
    const note = document.createElement("div");
    note.className = `notice ${tone || ""}`;
    note.textContent = text;
    region.replaceChildren(note);
    return note;
  };

  // --- Theme: the switch stores a wish only where it differs from the system's.
  const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const switchTheme = () => {
    const next = (root.dataset.theme || systemTheme()) === "dark" ? "light" : "dark";
    if (next === systemTheme()) {
      delete root.dataset.theme;
      store.drop("theme");
    } else {
      root.dataset.theme = next;
      store.set("theme", next);
    }
  };

  // --- Filter as you type: data-filter="<id of the list>"; "Mueller" finds "Müller" and the other way round.
  const single = (text) => text.replace(/([aou])e/g, "$1");
  const filter = (field) => {
    const list = document.getElementById(field.dataset.filter);
    if (!list) return;
    const parts = fold(field.value).split(/\s+/);
    let shown = 0;
    for (const row of list.children) {
      row.dataset.folded ||= fold(row.dataset.words || row.textContent);
      const hit = parts.every((part) => row.dataset.folded.includes(part) || single(row.dataset.folded).includes(single(part)));
      row.hidden = !hit;
      if (hit) shown += 1;
    }
    const none = field.closest(".filter")?.querySelector("[data-none]");
    if (none) {
      none.textContent = shown ? "" : none.dataset.none;
      none.classList.toggle("visually-hidden", shown > 0);
    }
  };

  // --- Copy a link: data-copy="<text>", data-done="<words>".
  const copy = async (button, text = button.dataset.copy) => {
    const label = button.querySelector("span") || button;
    const before = label.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without https there is no clipboard: show the text where it can be taken by hand.
      prompt(before, text);
      return;
    }
    label.textContent = button.dataset.done || before;
    setTimeout(() => { label.textContent = before; }, 2000);
  };

  // --- Hand a link on: data-share="<address>", data-title="<words>"; copied where the device shares with nothing.
  const share = async (button) => {
    const { share: url, title } = button.dataset;
    if (!navigator.share) return copy(button, url);
    try {
      await navigator.share({ url, title });
    } catch (error) {
      // Who has changed their mind wants no copy either.
      if (error.name !== "AbortError") await copy(button, url);
    }
  };

  // The next thing of this kind from a cell on, over cells without one; undefined at the edge.
  const inGrid = (cell, [down, right], kind) => {
    const { rows } = cell.closest("table");
    let [y, x] = [[...rows].indexOf(cell.parentElement), cell.cellIndex];
    for (;;) {
      y += down;
      x += right;
      const next = rows[y]?.cells[x];
      if (!next) return undefined;
      const found = next.querySelector(kind);
      if (found) return found;
    }
  };

  // --- A matrix of links: data-roams on a table makes it one stop of the tab key; the arrows go on from there.
  const stopAt = (link) => {
    for (const other of link.closest("table").querySelectorAll('a:not([tabindex="-1"])')) other.tabIndex = -1;
    link.tabIndex = 0;
  };
  const roam = (event) => {
    const link = event.target.closest("a");
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    if (!link || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    inGrid(link.closest("td, th"), step, "a")?.focus();
  };

  // --- Result tables: data-grid on a table; Enter and the arrows move between its cells.
  const moveInGrid = (event) => {
    const field = event.target;
    const cell = field.closest("td, th");
    const row = cell?.parentElement;
    const grid = row?.closest("table[data-grid]");
    if (!grid || event.altKey || event.ctrlKey || event.metaKey || field.matches("select, textarea, button")) return;
    const text = field.matches('input:not([type="checkbox"], [type="radio"])');
    const start = !text || (field.selectionStart === 0 && (field.selectionEnd === 0 || field.selectionEnd === field.value.length));
    const end = !text || field.selectionEnd === field.value.length;
    const step = {
      Enter: [event.shiftKey ? -1 : 1, 0], ArrowDown: [1, 0], ArrowUp: [-1, 0],
      ArrowRight: end && [0, 1], ArrowLeft: start && [0, -1],
    }[event.key];
    if (!step) return;
    const target = inGrid(cell, step, "input:not([type=hidden], :disabled), select");
    if (target) {
      event.preventDefault();
      target.focus();
      target.select?.();
      return;
    }
    if (event.key === "Enter") event.preventDefault(); // the last row: Enter must not send a half-typed sheet
  };

  // --- Number fields: data-number, and data-number="signed" where a minus may be needed. They stay text fields: a
  // phone's number pad often has no minus, so a ± button stands beside it; comma and point are both left alone.
  const tidyNumber = (field) => {
    const tidy = field.value.replace(/[\u2212\u2013\u2014]/g, "-").replace(/[\s\u00a0\u202f]/g, "");
    if (tidy !== field.value) field.value = tidy;
  };
  const prepareNumber = (field) => {
    if (field.dataset.ready) return;
    field.dataset.ready = "1";
    field.inputMode = field.dataset.decimals === "0" ? "numeric" : "decimal";
    if (field.dataset.number !== "signed" || !matchMedia("(pointer: coarse)").matches) return;
    const box = document.createElement("span");
    box.className = "signed";
    const sign = document.createElement("button");
    sign.type = "button";
    sign.className = "secondary";
    sign.textContent = "±";
    sign.setAttribute("aria-label", words("wordSign"));
    sign.addEventListener("click", () => {
      field.value = field.value.startsWith("-") ? field.value.slice(1) : `-${field.value}`;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length); // the digits follow the sign: nothing is selected
    });
    field.replaceWith(box);
    box.append(field, sign);
  };

  // --- Drafts: form[data-draft="<key>"] keeps what is typed until the page answered by success carries
  // data-draft-done="<key>". The hidden idempotency key is kept too: what was sent once is never counted twice.
  const DAYS_2 = 2 * 24 * 3600 * 1000;
  const draftKey = (form) => `draft:${form.dataset.draft}`;
  const draftFields = (form) => [...form.elements].filter((field) => field.name && field.name !== "csrfmiddlewaretoken"
    && !["password", "file", "submit", "button"].includes(field.type) && (field.type !== "hidden" || field.name === "idempotency_key"));
  const draftState = (form) => draftFields(form).map((field) => [field.name, field.type === "radio" ? field.value : "",
    ["checkbox", "radio"].includes(field.type) ? field.checked : field.value]);
  const readDraft = (form) => {
    try { return JSON.parse(store.get(draftKey(form))); } catch { return null; }
  };
  const levelOf = (form) => form.elements.namedItem("level_shown")?.value; // how detailed a sheet is
  const keepDraft = (form, sent = readDraft(form)?.sent) => store.set(draftKey(form),
    JSON.stringify({ at: Date.now(), values: draftState(form), sent, level: levelOf(form) }));
  // Whoever comes back without having chosen a level finds what was typed, not an empty sheet of another level.
  const draftElsewhere = (form, kept) => {
    if (!kept.level || kept.level === levelOf(form) || new URLSearchParams(location.search).has("level")) return "";
    const links = [...document.querySelectorAll("nav a[href*='level=']")];
    return links.find((link) => new URL(link.href).searchParams.get("level") === kept.level)?.href || "";
  };
  // An answer may get lost after the server has acted. The same content goes out again under the same key; content
  // that was changed since is another message and gets another key. (randomUUID needs https, which a room may lack.)
  const markSent = (form) => {
    const content = JSON.stringify(draftState(form).filter(([name]) => name !== "idempotency_key"));
    const before = readDraft(form)?.sent;
    const key = form.elements.namedItem("idempotency_key");
    if (key && before && before !== content) {
      const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      key.value = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    }
    keepDraft(form, content);
  };
  const draftNote = (form, text) => {
    let note = form.querySelector("[data-draft-note]");
    if (!note) {
      note = document.createElement("p");
      note.dataset.draftNote = "";
      note.className = "notice warn";
      note.setAttribute("role", "status");
      form.prepend(note);
    }
    note.textContent = text;
    note.hidden = !text;
  };
  const restoreDraft = (form) => {
    if (form.dataset.ready) return;
    form.dataset.ready = "1";
    const kept = readDraft(form);
    if (!kept || Date.now() - kept.at > DAYS_2 || form.querySelector('[aria-invalid="true"]')) return;
    const elsewhere = draftElsewhere(form, kept);
    if (elsewhere) {
      location.replace(elsewhere);
      return;
    }
    const fields = draftFields(form);
    let changed = false;
    const used = new Map();
    for (const [name, option, value] of kept.values) {
      const same = fields.filter((field) => field.name === name && (field.type !== "radio" || field.value === option));
      const turn = used.get(name + option) || 0;
      used.set(name + option, turn + 1);
      const field = same[turn];
      if (!field) continue;
      const property = ["checkbox", "radio"].includes(field.type) ? "checked" : "value";
      if (field[property] === value) continue;
      if (field.type !== "hidden") changed = true;
      field[property] = value;
    }
    if (changed) {
      draftNote(form, words("wordRestored"));
      form.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  const holdWhenOffline = (event) => {
    const form = event.target;
    if (!form.matches("form[data-draft]")) return;
    markSent(form);
    if (navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    draftNote(form, words("wordHeld"));
    form.querySelector("[data-draft-note]").scrollIntoView({ block: "nearest" });
    const submitter = event.submitter;
    if (form.dataset.waiting) return;
    form.dataset.waiting = "1";
    addEventListener("online", () => {
      delete form.dataset.waiting;
      draftNote(form, words("wordSending"));
      form.requestSubmit(submitter);
    }, { once: true });
  };
  const dropDrafts = (scope) => {
    for (const done of scope.querySelectorAll("[data-draft-done]")) store.drop(`draft:${done.dataset.draftDone}`);
    for (const key of store.keys()) {
      if (!key.startsWith("draft:")) continue;
      try { if (Date.now() - JSON.parse(store.get(key)).at > DAYS_2) store.drop(key); } catch { store.drop(key); }
    }
  };

  // --- A double tap sends once.
  const sendOnce = (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("data-many")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { delete form.dataset.sent; }, 4000);
  };

  // The second half of a double tap counts nowhere: the first may have brought another button under the finger by then.
  // A mouse counts its clicks itself; a finger is told by time and place; a key that is held down presses once.
  const TWICE_MS = 400;
  const NEAR_PX = 24;
  let tapped = { at: -TWICE_MS, x: 0, y: 0 };
  const isSecondHalf = (event) => {
    if (event.detail > 1) return true;
    if (event.pointerType !== "touch") return false;
    const before = tapped;
    tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    return tapped.at - before.at < TWICE_MS && Math.hypot(tapped.x - before.x, tapped.y - before.y) < NEAR_PX;
  };
  const pressOnce = (event) => {
    const button = event.target.closest?.('button[type="submit"], .next a');
    if (!button || button.closest("form[data-many]") || !isSecondHalf(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // --- A swap may take away what had the focus, and has no id to find it by: then the focus goes to what the answer is
  // about ([data-focus], [data-refocus]), else to the next thing to do. Only who uses the keyboard is taken there.
  // A refusal is shown to everybody: whoever pressed far down the page would take silence for success.
  let isByKey = false;
  let hadFocus = false;
  const refocus = (content) => {
    const refusal = content.querySelector('[role="alert"][data-focus]');
    if (refusal && window.typing.isGoingOn()) return refusal.scrollIntoView({ block: "nearest" }); // an alert is read anyway
    if (refusal) return refusal.focus();
    if (!hadFocus || document.activeElement !== document.body) return;
    const target = content.querySelector("[data-focus]") || content.querySelector("[data-refocus], #next-do") || content;
    target.focus({ preventScroll: !isByKey });
  };

  // --- Tabs in one line that scrolls: data-tabs begins where the page itself stands.
  const showCurrent = (bar) => {
    const tab = bar.querySelector("[aria-current]");
    if (tab) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
  };

  const prepare = (scope) => {
    dropDrafts(scope);
    for (const form of scope.querySelectorAll("form[data-draft]")) restoreDraft(form);
    for (const field of scope.querySelectorAll("input[data-number]")) prepareNumber(field);
    for (const field of scope.querySelectorAll("input[data-filter]")) if (field.value) filter(field);
    for (const link of scope.querySelectorAll("table[data-roams] tr:first-child th a")) stopAt(link);
    for (const bar of scope.querySelectorAll("[data-tabs]")) showCurrent(bar);
  };

  document.addEventListener("click", pressOnce, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.hasAttribute("data-theme-switch")) switchTheme();
    if (button.hasAttribute("data-copy")) copy(button);
    if (button.hasAttribute("data-share")) share(button);
    if (button.hasAttribute("data-print")) print();
  });
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (field.matches("input[data-filter]")) filter(field);
    const form = field.closest("form[data-draft]");
    if (form) keepDraft(form);
  });
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("input[data-number]")) {
      tidyNumber(field);
      if (field.form?.matches("form[data-draft]")) keepDraft(field.form);
    }
    if (field.closest("[data-autosubmit]")) field.form?.requestSubmit();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-number]")) event.target.select();
    if (event.target.matches("table[data-roams] a")) stopAt(event.target);
  });
  document.addEventListener("pointerdown", () => { isByKey = false; }, true);
  document.addEventListener("keydown", (event) => {
    isByKey = true;
    if (event.repeat && event.key === "Enter" && event.target.closest?.("button, a")) event.preventDefault();
    if (event.target.matches?.("input[data-filter]") && event.key === "Escape") { event.target.value = ""; filter(event.target); }
    if (event.target.closest?.("table[data-grid]")) moveInGrid(event);
    if (event.target.closest?.("table[data-roams]")) roam(event);
  });
  document.addEventListener("submit", holdWhenOffline, true);
  document.addEventListener("submit", sendOnce);
  document.addEventListener("htmx:afterSettle", (event) => {
    prepare(event.target.parentElement || document);
    if (event.target.id === "content") refocus(event.target);
  });
  // News may have replaced the place where an answer should go: it goes to the place of that name now. No listener of
  // the document hears of what is not in it, so the place is asked itself.
  const toItsPlace = (event) => {
    const gone = event.currentTarget;
    if (gone.isConnected || event.target !== gone) return;
    const place = gone.id && document.getElementById(gone.id);
    if (place) event.detail.target = place;
    else event.detail.shouldSwap = false;
  };
  document.addEventListener("htmx:beforeSend", (event) => {
    event.detail.target.addEventListener("htmx:beforeSwap", toItsPlace);
  });
  // The form whose answer comes now may be gone: a whole page still goes where pages go.
  document.addEventListener("htmx:beforeSwap", (event) => {
    hadFocus = event.detail.target.contains(document.activeElement);
    const { requestConfig, serverResponse } = event.detail;
    if (requestConfig.elt.isConnected || !/^\s*<!doctype/i.test(serverResponse)) return;
    event.detail.selectOverride = "#content";
    event.detail.swapOverride = "outerHTML show:none";
  });
  // What is said is what happens: a look that found nobody changes nothing, a press that can wait is sent later. The
  // words go when that has come true; those about a press that may be lost stay until they are read.
  const isAway = (xhr) => [0, 502, 503, 504].includes(xhr.status);
  let passing = null; // words that go with the answer to what they are about
  document.addEventListener("htmx:sendError", (event) => {
    const isLook = event.detail.requestConfig.verb === "get";
    const isHeld = window.presses?.willSendAgain();
    const note = say(words(isHeld ? "wordOffline" : isLook ? "wordNoNews" : "wordNoConnection"), "warn");
    passing = isHeld || isLook ? { note, isHeld } : null;
  });
  document.addEventListener("htmx:responseError", (event) => {
    const isHeld = isAway(event.detail.xhr) && window.presses?.willSendAgain();
    const note = say(words(isHeld ? "wordNoAnswer" : "wordFailed"), isHeld ? "warn" : "bad");
    passing = isHeld ? { note, isHeld } : null;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!passing || isAway(xhr) || (passing.isHeld && requestConfig.verb === "get")) return;
    passing.note?.remove();
    passing = null;
  });

  // After a sign-out "back" shows nothing out of the browser's memory that was made before: it is asked for anew.
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-signs-out]")) store.set("signed-out", Date.now());
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && Number(store.get("signed-out")) > performance.timeOrigin) location.reload();
  });

  // At a table "back" asks for the page anew, and never whether to send the sheet once more.
  if (document.body.classList.contains("at-table")) history.replaceState(history.state, "", location.href);

  prepare(document);
  document.querySelector("[data-focus]")?.focus();
})();
