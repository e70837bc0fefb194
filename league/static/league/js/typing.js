// What somebody types survives whatever takes its place: a fragment, the whole content, or a new page of the same
// address that answers another form. A field is unsent from the first letter until its form is sent; unsent fields
// keep their text, the focus and the caret. Passwords and files are left alone.
"use strict";
(() => {
  const FIELD = "input:not([type=hidden], [type=password], [type=file], [type=submit], [type=button]), textarea, select";
  const ANSWERED_MS = 60000;
  const unsent = new Set();
  const homeless = new Map(); // what is not on the page just now, by the key of its field
  let isAnswering = false;

  const isTick = (field) => field.type === "checkbox" || field.type === "radio";
  const keyOf = (field) => {
    if (field.id) return `#${field.id}`;
    const form = field.form;
    const word = form?.querySelector('input[type=hidden][name="do"], input[type=hidden][name="action"]')?.value || "";
    return [form?.getAttribute("action") || "", word, field.name, isTick(field) ? field.value : ""].join(" ");
  };
  const fields = () => document.querySelectorAll(FIELD);
  const stateOf = (field) => {
    const isText = !isTick(field) && field.tagName !== "SELECT";
    let caret = null;
    try { if (isText) caret = [field.selectionStart, field.selectionEnd]; } catch { /* a number has no caret */ }
    return { key: keyOf(field), value: field.value, checked: field.checked, caret, hasFocus: field === document.activeElement };
  };

  const put = (field, state) => {
    if (isTick(field)) field.checked = state.checked;
    else field.value = state.value;
    unsent.add(field);
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (state.hasFocus) {
      field.focus({ preventScroll: true });
      try { if (state.caret) field.setSelectionRange(...state.caret); } catch { /* no caret */ }
    }
  };
  const keep = () => {
    for (const field of unsent) if (field.isConnected) homeless.set(keyOf(field), { field, ...stateOf(field) });
  };
  const bringBack = () => {
    for (const field of unsent) if (!field.isConnected) unsent.delete(field);
    for (const field of homeless.size ? fields() : []) {
      const state = homeless.get(keyOf(field));
      if (!state) continue;
      homeless.delete(state.key);
      if (state.field !== field) put(field, state);
    }
  };
  const forget = (form) => {
    for (const field of form.elements) {
      unsent.delete(field);
      if (field.matches(FIELD)) homeless.delete(keyOf(field));
    }
  };

  const note = (event) => {
    if (event.target.matches?.(FIELD)) unsent.add(event.target);
  };
  document.addEventListener("input", note);
  document.addEventListener("change", note);
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    forget(event.target);
    isAnswering = true;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.tagName === "FORM" && requestConfig.triggeringEvent?.type === "submit") forget(elt);
  });
  document.addEventListener("htmx:beforeSwap", keep);
  document.addEventListener("htmx:afterSwap", bringBack);

  // A whole page that answers one form takes along what was typed into another, or into the same one since.
  const SLOT = "typed";
  addEventListener("pagehide", () => {
    const left = [...unsent].filter((field) => field.isConnected && !field.closest("form[data-draft]")).map(stateOf);
    if (!isAnswering || !left.length) return;
    try { sessionStorage.setItem(SLOT, JSON.stringify({ path: location.pathname, at: Date.now(), left })); } catch { /* off */ }
  });
  const comeBack = () => {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(SLOT));
      sessionStorage.removeItem(SLOT);
    } catch { /* off */ }
    if (!kept || kept.path !== location.pathname || Date.now() - kept.at > ANSWERED_MS) return;
    for (const state of kept.left) homeless.set(state.key, state);
    bringBack();
  };

  // Whether somebody is in the middle of typing, or about to type the next of many.
  const isGoingOn = () => unsent.has(document.activeElement) || Boolean(document.activeElement.closest("form[data-quick]"));

  window.typing = { keep, forget, isGoingOn };
  comeBack();
})();
