// Tells of each element its section, its name with its depth, its box, its style and its colours; in
// the dark its colours alone. The box is told by the left edge of the parent and the foot of the
// element before. What is inherited or as usual is left out. Of a chart, whose points the server has
// drawn, there is one shape of each kind.
(isDark) => {
  const USUAL = new Set(["0px", "none", "normal", "auto", "visible", "start", "static", "1", "row",
    "nowrap", "rgba(0, 0, 0, 0)", "0px 0px", "separate", ""]);
  const NOWHERE = { left: 0, top: 0, bottom: 0, width: 0, height: 0 };
  const LEFT_OUT = new Set(["script", "option", "use", "title"]);
  const LAYOUT = ["display", "position", "padding-top", "padding-right", "padding-bottom",
    "padding-left", "margin-top", "margin-bottom", "border-top-width", "border-right-width",
    "border-bottom-width", "border-left-width", "border-top-left-radius", "border-top-right-radius",
    "row-gap", "column-gap", "flex-direction", "flex-wrap", "justify-content", "align-items",
    "opacity", "overflow-x", "text-decoration-line", "min-height", "stroke-width",
    "stroke-dasharray", "list-style-type", "text-overflow"];
  const INHERITED = ["font-size", "font-weight", "line-height", "text-align", "white-space",
    "letter-spacing", "text-transform", "font-style"];
  const COLOURS = ["background-color", "background-image", "box-shadow"];
  const round = (text) => text.replace(/\d+\.\d+/g, (one) => String(Math.round(one * 100) / 100));
  const told = (style, names, above) => names
    .filter((name) => !USUAL.has(style[name]) && !(above && above[name] === style[name]))
    .map((name) => `${name}: ${round(style[name])}`);
  const colours = (style, above, isDrawn) => {
    const found = told(style, ["color"], above).concat(told(style, COLOURS, null));
    for (const side of ["top", "right", "bottom", "left"])
      if (style[`border-${side}-width`] !== "0px")
        found.push(...told(style, [`border-${side}-color`]));
    return isDrawn ? found.concat(told(style, ["fill", "stroke"], above)) : found;
  };
  const rows = [];
  const walk = (element, depth, part, above, parent, before) => {
    const style = getComputedStyle(element);
    const box = isDark ? NOWHERE : element.getBoundingClientRect();
    part = element.dataset.part || part;
    const isDrawn = element instanceof SVGElement;
    const look = (element.getAttribute("class") || "").trim().split(/\s+/).filter(Boolean);
    const name = "  ".repeat(depth) + [element.localName, ...look].join(".");
    if (style.display === "none" || parent.isHidden) {
      rows.push([part, name, null, parent.isHidden ? "" : "hidden", ""]);
      for (const child of element.children)
        if (!LEFT_OUT.has(child.localName))
          walk(child, depth + 1, part, style, { isHidden: true }, null);
      return box;
    }
    const place = isDark ? null : [box.left - parent.left,
      box.top - (before ? before.bottom : parent.top), box.width, box.height].map(Math.round);
    const layout = isDark ? [] : told(style, LAYOUT, null).concat(told(style, INHERITED, above));
    const paint = colours(style, above, isDrawn);
    for (const pseudo of ["::before", "::after"]) {
      const drawn = getComputedStyle(element, pseudo);
      if (drawn.content === "none" || drawn.content === "normal") continue;
      layout.push(`${pseudo} ${drawn.content} ${drawn.width} ${drawn.height}`);
      paint.push(...colours(drawn, style, false).map((one) => `${pseudo} ${one}`));
    }
    const isChart = element.matches("svg.chart");
    if (isChart && !isDark) layout.push(`drawn: ${element.innerHTML.replace(/\s+/g, " ")}`);
    rows.push([part, name, place, layout.join("; "), paint.join("; ")]);
    const kinds = new Set();
    let last = null;
    for (const child of element.children) {
      if (LEFT_OUT.has(child.localName)) continue;
      const kind = child.localName + child.getAttribute("class");
      if (element.closest("svg.chart") && kinds.has(kind)) continue;
      kinds.add(kind);
      const at = walk(child, depth + 1, part, style, box, last);
      if (at.height) last = at;
    }
    return box;
  };
  walk(document.body, 0, "page", null, { left: 0, top: 0 }, null);
  return rows;
}
