// Pieces of a board go from where they were to where they are, in a moment: [data-piece] says which one it is, the same in
// each drawing. Before the dot stands what is alike ("devil.3-4"): what is gone here and new there has gone there, and a
// pile, [data-many], that grows takes from what is gone or from one that shrinks. [data-was] is the name of the drawing
// before, [data-from] where new pieces within come from (a place or a piece), [data-place] what lies still among itself
// though the page around it shifts. The new drawing is there at once and can be pressed: it is only painted elsewhere
// first. Nothing moves where less motion is wanted, on paper, or where nobody looks.
"use strict";
(() => {
  const MS = 180;
  const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
  const still = matchMedia("(prefers-reduced-motion: reduce), print");
  const NOWHERE = { x: 0, y: 0 };
  let before = null;
  let running = [];

  const key = (element, part) => element.closest(`[data-${part}]`)?.dataset[part] ?? "";
  const kindOf = (name) => (name.includes(".") ? name.split(".")[0] : "");
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, width };
  };
  const corner = (element) => {
    const { left, top } = element.getBoundingClientRect();
    return { x: left, y: top };
  };

  // A drawing as it looks now: its pieces by name, and where its places begin.
  const look = () => {
    const board = document.querySelector(".play-board");
    if (!board) return null;
    const places = new Map([["", corner(board)]]);
    for (const place of board.querySelectorAll("[data-place]")) places.set(place.dataset.place, corner(place));
    const pieces = new Map();
    for (const element of board.querySelectorAll("[data-piece]")) {
      const at = middle(element);
      if (!at.width) continue; // not shown
      const { piece, was, many } = element.dataset;
      const isDrawn = Boolean(element.ownerSVGElement); // then a pixel is a unit of the drawing
      const place = key(element, "place");
      pieces.set(piece, { ...at, element, isDrawn, was, place, many: Number(many ?? 1), face: faceOf(element) });
    }
    return { board, places, pieces, at: Number(document.getElementById("moment")?.dataset.at ?? 0) };
  };
  const faceOf = (element) => (element.matches(".die") ? element.querySelector("use").getAttribute("href") : "");

  // Where each piece of the new drawing was in the old one, if anywhere.
  const origins = (old, now) => {
    const found = new Map();
    const isBack = now.at < old.at;
    for (const [name, { was }] of isBack ? old.pieces : now.pieces) {
      const isOld = old.pieces.get(name)?.was === now.pieces.get(name)?.was; // both tell of the same exchange
      if (was && !isOld) found.set(isBack ? was : name, old.pieces.get(isBack ? name : was));
    }
    const gone = {};
    for (const [name, piece] of old.pieces) {
      if (kindOf(name) && piece.many > (now.pieces.get(name)?.many ?? 0)) (gone[kindOf(name)] ??= []).push(piece);
    }
    for (const [name, piece] of now.pieces) {
      const same = old.pieces.get(name);
      const isSame = same && piece.many <= same.many;
      found.set(name, found.get(name) ?? (isSame ? same : gone[kindOf(name)]?.shift()));
    }
    return found;
  };

  // How far the old place is from the new one: in a drawing within it, else over the board. What stays in its line of
  // words stays with them: lines that shift are no motion.
  const offset = (old, now, was, piece) => {
    const isSame = was.place === piece.place && old.places.has(piece.place);
    if (isSame && !piece.isDrawn) return NOWHERE;
    const place = isSame ? piece.place : "";
    const [from, to] = [old.places.get(place), now.places.get(place)];
    return { x: was.x - from.x - (piece.x - to.x), y: was.y - from.y - (piece.y - to.y) };
  };
  const arrival = (now, piece) => {
    const from = key(piece.element, "from");
    const source = from && now.board.querySelector(`[data-piece="${from}"], [data-place="${from}"]`);
    if (!source) return null;
    const at = middle(source);
    return at.width && { x: at.x - piece.x, y: at.y - piece.y };
  };

  // A card lies where another lay that is gone: it has been turned over.
  const turnedOver = (old, now, piece) => [...old.pieces].some(([name, other]) => {
    if (now.pieces.has(name) || other.place !== piece.place) return false;
    const { x, y } = offset(old, now, other, piece);
    return piece.isDrawn && Math.hypot(x, y) < 2;
  });

  const frames = (piece, was, way, carried, isTurned) => {
    const unit = piece.isDrawn ? piece.element.getScreenCTM()?.a || 1 : 1;
    const [x, y] = [way.x - carried.x, way.y - carried.y];
    const first = {};
    if (Math.hypot(x, y) >= 1) first.translate = `${x / unit}px ${y / unit}px`;
    if (was && !piece.isDrawn && Math.abs(was.width / piece.width - 1) > 0.05) first.scale = String(was.width / piece.width);
    if (piece.face !== (was?.face ?? "")) first.rotate = "-180deg";
    if (isTurned) first.scale = "0 1";
    else if (!was) Object.assign(first, way === NOWHERE ? { opacity: 0, scale: "0.8" } : { scale: "0.6" });
    return Object.keys(first).length ? first : null;
  };
  const move = (old, now) => {
    const found = origins(old, now);
    const ways = new Map();
    for (const [name, piece] of now.pieces) {
      const was = found.get(name);
      ways.set(piece.element, (was ? offset(old, now, was, piece) : arrival(now, piece)) || NOWHERE);
    }
    const plans = [];
    for (const [name, piece] of now.pieces) {
      const carrier = ways.get(piece.element.parentElement.closest("[data-piece]")) ?? NOWHERE;
      const was = found.get(name);
      const isTurned = !was && turnedOver(old, now, piece);
      const first = frames(piece, was, ways.get(piece.element), carrier, isTurned);
      if (first) plans.push([piece.element, first]);
    }
    running = plans.map(([element, first]) => element.animate([first, {}], { duration: MS, easing: EASE }));
  };
  const finish = () => {
    for (const motion of running) motion.cancel();
    running = [];
  };

  document.addEventListener("htmx:beforeSwap", () => {
    before = still.matches || document.hidden ? null : look();
  });
  document.addEventListener("htmx:afterSwap", () => {
    const old = before;
    before = null;
    const board = document.querySelector(".play-board");
    if (!old || !board || board.id === old.board.id) return;
    finish();
    move(old, look());
  });
  addEventListener("beforeprint", finish);
  still.addEventListener("change", finish);
})();
