// What others did is told to who listens, too: once, in words, by the region #spoken, which no swap replaces; the title
// of the window begins with it until the window is looked at. A page that is new as a whole (HX-Refresh) is put in the
// place of the old one, so that focus, place and what is typed stay.
"use strict";
(() => {
  const TOLD = ".next h2, .next .missing, #event-live h2, #event-live h3, .at-table #content > h2, .at-table [role=status] h2, #news .notice > div, [data-spoken]";
  const plain = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const told = () => [...document.querySelectorAll(TOLD)].map(plain).filter(Boolean);
  let before = null;
  let title = "";
  let ours = "";

  const speak = (words) => {
    const region = document.getElementById("spoken");
    if (!region || !words.length) return;
    region.textContent = words.join(". ");
    if (document.title !== ours) title = document.title; // the swap may have brought another
    ours = `${words[0]} · ${title}`;
    document.title = ours;
  };
  const calm = () => {
    if (title && document.title === ours) document.title = title;
    title = ours = "";
  };
  const since = () => {
    if (!before) return;
    const known = before;
    before = null;
    speak(told().filter((words) => !known.includes(words)));
  };

  const isByItself = (detail) => detail.requestConfig?.elt.hasAttribute?.("data-refresh");
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isByItself(event.detail)) before = told();
    else calm();
  });
  document.addEventListener("htmx:afterSettle", since);
  addEventListener("focus", calm);
  document.addEventListener("pointerdown", calm);

  const isAtHome = (page) => [...page.scripts].every((script) => document.querySelector(`script[src="${script.getAttribute("src")}"]`));
  const takeOver = async () => {
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!answer) return; // no connection: the next look finds it
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!answer.ok || answer.redirected || !page.getElementById("content") || !isAtHome(page)) {
      location.reload();
      return;
    }
    before = told();
    title = ours = "";
    window.typing.keep();
    const main = document.getElementById("content");
    window.htmx.swap("#content", text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 }, {
      select: "#content", selectOOB: "#sticky", eventInfo: { target: main, requestConfig: { verb: "get", elt: main } },
    });
  };
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.getResponseHeader("HX-Refresh") !== "true") return;
    event.preventDefault();
    takeOver();
  });
})();
