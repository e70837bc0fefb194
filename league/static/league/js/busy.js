// Whoever waits longer than a moment sees that something is under way: what was pressed gets aria-busy, the page a bar at
// its top. For every form that leads to a page, and for every part that is asked for; not for looks that nobody asked
// for, and not for what is asked for while somebody types.
"use strict";
(() => {
  const AFTER_MS = 300;
  const LONGEST_MS = 120000;
  const root = document.documentElement;
  const begun = new Set(); // also what is answered before anybody sees it wait
  const waiting = new Set();
  let pressed = null; // the latest press that was sent

  const show = () => {
    const said = document.getElementById("waiting"); // not where news are told
    const isOn = waiting.size > 0;
    root.toggleAttribute("data-busy", isOn);
    if (said) said.textContent = isOn ? document.body.dataset.wordBusy || "" : "";
  };
  const begin = (element) => {
    let limit = 0;
    const timer = setTimeout(() => {
      element.setAttribute("aria-busy", "true");
      waiting.add(end);
      limit = setTimeout(end, LONGEST_MS);
      show();
    }, AFTER_MS);
    const end = () => {
      clearTimeout(timer);
      clearTimeout(limit);
      begun.delete(end);
      if (!waiting.delete(end)) return;
      element.removeAttribute("aria-busy");
      show();
    };
    begun.add(end);
    return end;
  };
  const isAsked = ({ elt, requestConfig }) => !elt.hasAttribute("data-refresh")
    && !["input", "keyup", "refresh"].includes(requestConfig.triggeringEvent?.type);

  // Before all others: some send a form in their own way, and tell nobody that it was submitted.
  addEventListener("submit", (event) => { pressed = event.submitter || event.target; }, true);
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || pressed.hasAttribute("data-saves")) return;
    if (event.target.method !== "dialog" && !event.target.target) begin(pressed);
  });
  document.addEventListener("htmx:beforeSend", (event) => {
    const { elt, target, xhr, requestConfig } = event.detail;
    if (!isAsked(event.detail)) return;
    const isPress = requestConfig.verb !== "get" && pressed?.isConnected;
    const control = elt.closest("button, a, [role=button]");
    xhr.addEventListener("loadend", begin(isPress ? pressed : control || target));
  });
  // "Back" shows the page as it was left, and lets its timers run on.
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const end of [...begun]) end();
  });
})();
