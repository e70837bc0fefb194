"""What must hold of a page at twice its size: nothing lies outside, on another thing, or is cut."""

from __future__ import annotations

# Controls that lie beside the window, and in nothing that could be moved sideways.
BESIDE = """() => [...document.querySelectorAll(CONTROLS)].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!one.checkVisibility() || box.width < 3 || box.height < 3) return false;
  if (box.left >= -1 && box.right <= innerWidth + 1) return false;
  for (let up = one.parentElement; up; up = up.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return false;
  }
  return true;
}).map((one) => `beside the window: ${one.outerHTML.slice(0, 120)}`).slice(0, 3)"""

# Words that are cut off by what hides its overflow, and words that lie on other words.
WORDS = """() => {
  const found = [];
  const lines = [];
  const words = (text) => `“${text.data.trim().slice(0, 40)}”`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("script, style, svg, select, textarea")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const clips = [];
    let isFixed = false;
    let isHidden = false;
    for (let up = parent; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      const box = up.getBoundingClientRect();
      if (style.clipPath !== "none" || box.width <= 1 || box.height <= 1) isHidden = true;
      if (style.display !== "inline" && style.display !== "contents") {
        const x = ["hidden", "clip"].includes(style.overflowX);
        const y = ["hidden", "clip"].includes(style.overflowY);
        if (x || y) clips.push({ box, x, y });
        if (["auto", "scroll"].includes(style.overflowX)) break;
      }
      if (["fixed", "sticky"].includes(style.position)) isFixed = true;
    }
    if (isHidden) continue;
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      const give = 0.3 * rect.height;
      const isCut = clips.some(({ box, x, y }) =>
        x && (rect.left < box.left - 2 || rect.right > box.right + 2)
        || y && (rect.top < box.top - give || rect.bottom > box.bottom + give));
      if (isCut) found.push(`cut off: ${words(text)} in ${parent.outerHTML.slice(0, 100)}`);
      if (!isFixed) lines.push({ text, rect });
    }
  }
  lines.sort((one, other) => one.rect.top - other.rect.top);
  const common = (one, other, from, to) =>
    Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
  for (let at = 0; at < lines.length; at++) {
    const { text, rect } = lines[at];
    for (let next = at + 1; lines[next]?.rect.top < rect.bottom; next++) {
      const other = lines[next];
      if (other.text === text) continue;
      const wide = common(rect, other.rect, "left", "right");
      const high = common(rect, other.rect, "top", "bottom");
      if (wide > 3 && high > 0.4 * Math.min(rect.height, other.rect.height)) {
        found.push(`one on the other: ${words(text)} and ${words(other.text)}`);
      }
    }
  }
  return found.slice(0, 4);
}"""

# Controls of which nothing is to be seen while they have the focus, because a bar lies on them.
COVERED = """() => {
  const isBar = (one) => ["fixed", "sticky"].includes(getComputedStyle(one).position);
  const isSeen = (one) => one.checkVisibility();
  if (![...document.querySelectorAll("body *")].some((one) => isBar(one) && isSeen(one))) return [];
  const found = new Set();
  const stops = [...document.querySelectorAll(CONTROLS)].filter((one) => one.tabIndex >= 0);
  for (const one of [...stops, ...stops.toReversed()].filter(isSeen)) {
    one.focus();
    if (document.activeElement !== one) continue;
    const box = one.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const isFree = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
      const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      const own = [one, ...one.labels || []];
      return hit && (hit.contains(one) || own.some((part) => part.contains(hit)));
    }));
    if (!isFree) found.add(`covered: ${one.outerHTML.slice(0, 120)}`);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return [...found].slice(0, 3);
}"""
CONTROLS = '"a[href], button, input:not([type=hidden]), select, textarea, summary"'
QUESTIONS = tuple(one.replace("CONTROLS", CONTROLS) for one in (BESIDE, WORDS, COVERED))
