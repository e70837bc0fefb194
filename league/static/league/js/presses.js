// Presses go to the server one after the other, in the order in which somebody made them: a second name, a tap on another
// row, a tab that is opened next. None takes the place of one that is on its way. For the forms of #desk and for
// form[data-quick], whose text fields are empty again at once, ready for the next entry. A form with a field "key" may
// be sent again after a lost answer: the same key counts once. So are those of a match, in #play, where one decides one
// thing at a time: as long as a press could not be sent, another one takes its place.
"use strict";
(() => {
  const AGAIN_MS = 3000;
  const SOON_MS = 1000; // where others wait for it
  const waiting = [];
  let now = null;
  let refusals = [];
  let wake = null; // ends the pause of a press that could not be sent
  let failed = 0; // the status of an answer that is no page: nothing was entered

  const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const isAtMatch = (form) => Boolean(form.closest("#play") && form.hasAttribute("hx-post") && form.elements.namedItem("key"));
  const isOurs = (form) => form.getAttribute("method") === "post" && (isAtMatch(form) || form.matches("[data-quick]") || (form.closest("#desk") && !form.closest('[hx-boost="false"]')));
  const same = (one, other) => one && one.form === other.form && one.button === other.button && !other.isQuick;

  const pressOf = (form, button) => {
    const isQuick = form.matches("[data-quick]");
    const values = new FormData(form, button);
    const isKeyed = values.has("key");
    if (isKeyed && (isQuick || !values.get("key"))) values.set("key", fresh());
    return { verb: "POST", path: form.getAttribute("action") || location.href, form, button, isQuick, isKeyed, isAtMatch: isAtMatch(form), values };
  };

  const pause = async (press) => {
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, press.isAtMatch ? SOON_MS : AGAIN_MS);
      addEventListener("online", resolve, { once: true });
    });
    wake = null;
  };
  document.addEventListener("htmx:responseError", (event) => {
    failed = event.detail.xhr.status;
  });
  // Where nothing was entered, what was typed is not lost: it stands in the field again, if that is still empty.
  const giveBack = (press) => {
    if (!press.isQuick) return;
    for (const field of document.querySelectorAll("form[data-quick] input[type=text], form[data-quick] input[type=email]")) {
      if (!field.value) field.value = press.values.get(field.name) || "";
    }
  };
  const placeOf = (press) => {
    if (press.isAtMatch) return { source: "#turn", target: "#play", swap: "outerHTML" };
    const source = document.getElementById("desk") || document.getElementById("content");
    return { source, target: "#content", select: "#content", swap: "outerHTML show:none" };
  };
  const send = async (press) => {
    for (;;) {
      failed = 0;
      try {
        await window.htmx.ajax(press.verb, press.path, { ...placeOf(press), values: press.values });
        const isAway = failed === 502 || failed === 503 || failed === 504;
        if (failed && !(isAway && press.isKeyed)) giveBack(press);
        if (!isAway || !press.isKeyed) return;
      } catch {
        if (!press.isKeyed) return;
      }
      await pause(press);
    }
  };
  // The answer to the next name must not wipe away that the one before was refused: nobody has read it yet.
  const keepRefusals = (press) => {
    const content = document.getElementById("content");
    if (!press.isQuick && !press.isRefresh) refusals = refusals.filter((notice) => notice.querySelector("form") && !notice.contains(press.form));
    if (!content.querySelector("form[data-quick]")) refusals = [];
    const told = content.querySelector('[role="alert"][data-focus]');
    for (const notice of refusals) content.querySelector("#desk-live, form[data-quick]")?.after(notice);
    if (told) refusals.push(told);
  };
  const run = async () => {
    if (now) return;
    while (waiting.length) {
      now = waiting.shift();
      await send(now);
      keepRefusals(now);
    }
    now = null;
  };
  const add = (press) => {
    if (now?.isAtMatch && press.isAtMatch) {
      if (wake) {
        Object.assign(now, press);
        wake();
      }
      return;
    }
    if (same(now, press) || waiting.some((other) => same(other, press))) return;
    waiting.push(press);
    run();
  };

  // The page as it is now, in its turn: an answer must not swap away the place where another one is to stand. What is
  // pressed already is answered with the page as it is then.
  const refresh = () => {
    if (!now) add({ verb: "GET", path: location.href, form: null, button: null, isRefresh: true });
  };

  window.presses = { refresh, willSendAgain: () => Boolean(now?.isKeyed) };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !window.htmx || !isOurs(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    add(pressOf(form, event.submitter));
    window.typing.forget(form);
    if (form.matches("[data-quick]")) for (const field of form.querySelectorAll("input[type=text], input[type=email]")) field.value = "";
  }, true);
  // What was refused stands in its field again, and in the refusal: the next letter begins the next entry.
  document.addEventListener("htmx:afterSwap", () => {
    const field = document.activeElement;
    if (field.matches("form[data-quick] input") && field.value === field.defaultValue) field.select();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#desk a[href]");
    if (!now || !link || link.target || link.closest('[hx-boost="false"]')) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    add({ verb: "GET", path: link.href, form: null, button: link });
  }, true);
  // Whoever leaves the page has still pressed: what is under way and can be told apart by its key goes out once more.
  addEventListener("pagehide", () => {
    for (const press of [now, ...waiting]) {
      if (press?.verb === "POST" && (press.isKeyed || press !== now)) fetch(press.path, { method: "POST", body: press.values, keepalive: true });
    }
  });
})();
