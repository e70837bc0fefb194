// The sheet with all keys: the key "?" opens it, and so does the link [data-keys], which leads to the same without a
// script. Whoever dictates, or touches keys by chance, turns the key off in the sheet itself.
"use strict";
(() => {
  const OFF = "keys-off";
  const store = {
    get() { try { return localStorage.getItem(OFF); } catch { return null; } },
    set(isOff) { try { if (isOff) localStorage.setItem(OFF, "1"); else localStorage.removeItem(OFF); } catch { /* off */ } },
  };
  let sheet = null;
  let isComing = false;
  const made = (name, fields, ...children) => {
    const element = Object.assign(document.createElement(name), fields);
    element.append(...children);
    return element;
  };
  const make = async (link) => {
    const styles = made("link", { rel: "stylesheet", href: link.dataset.sheet });
    const styled = new Promise((resolve, reject) => { styles.onload = resolve; styles.onerror = reject; });
    document.head.append(styles);
    const [answer] = await Promise.all([fetch(link.href), styled]);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const title = made("h2", { id: "keys-title" }, page.querySelector("h1").textContent);
    const box = made("input", { type: "checkbox", checked: !store.get() });
    box.addEventListener("change", () => store.set(!box.checked));
    const close = made("button", { className: "secondary", autofocus: true }, link.dataset.close);
    const form = made("form", { method: "dialog" }, made("label", {}, box, ` ${link.dataset.byKey}`), close);
    const dialog = made("dialog", { className: "keys" }, title, form, document.adoptNode(page.querySelector("article.told")));
    dialog.setAttribute("aria-labelledby", title.id);
    document.body.append(dialog);
    return dialog;
  };
  const open = async () => {
    const link = document.querySelector("a[data-keys]");
    if (!link || isComing || document.querySelector("dialog[open]")) return;
    isComing = true;
    try {
      sheet ||= await make(link);
      sheet.showModal();
    } catch {
      location.assign(link.href);
    } finally {
      isComing = false;
    }
  };
  const isTyping = (target) => Boolean(target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]"));

  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target) || store.get()) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("a[data-keys]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
})();
