"""A page as a screen reader has it: Chromium's own tree of roles and names, and what is unclear."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

Node = dict[str, Any]  # any JSON, as the browser's protocol has it

# Places where the focus is put when a page changes; nobody stops there with Tab.
PLACES = {"RootWebArea", "main", "status", "alert", "heading", "generic"}
LANDMARKS = ("banner", "navigation", "main", "complementary", "contentinfo", "search", "region")
# What a reader says of the surroundings when the focus comes into them.
AROUND = {*LANDMARKS, "group", "Details", "article", "form", "radiogroup", "figure", "dialog"}
CELLS = {"cell", "gridcell"}
# Fields of a form that say nothing of what it does.
CHANCE = {"csrfmiddlewaretoken", "idempotency_key", "key"}


@dataclass
class ReadOut:
    """The tree of one page: ``nodes`` by their number, ``elements`` by the number of theirs."""

    nodes: dict[str, Node]
    elements: dict[int, Element]

    @classmethod
    def of(cls, page: Page) -> ReadOut:
        session = page.context.new_cdp_session(page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        root = session.send("DOM.getDocument", {"depth": -1})["root"]
        session.detach()
        elements = {one.number: one for one in _elements(root, None)}
        return cls({node["nodeId"]: node for node in nodes}, elements)

    def faults(self) -> Iterator[str]:
        """Everything that somebody who only hears the page would stumble over."""
        yield from self.nameless()
        yield from self.alike()
        yield from self.headings()
        yield from self.landmarks()

    # --- controls --------------------------------------------------------------------------

    @cached_property
    def controls(self) -> list[Node]:
        return [
            node
            for node in self.nodes.values()
            if not node["ignored"] and _has(node, "focusable") and _role(node) not in PLACES
            if node["backendDOMNodeId"] in self.elements  # else a part of the browser's own
        ]

    def nameless(self) -> Iterator[str]:
        for node in self.controls:
            if not _name(node):
                yield f"no name: {_role(node)} {self.element(node).said()}"

    def alike(self) -> Iterator[str]:
        """Controls that sound the same where they stand, and do different things."""
        found: dict[tuple[str, ...], dict[str, Element]] = defaultdict(dict)
        for node in self.controls:
            sound = (_role(node), _name(node), _said(node, "description"), *self.around(node))
            element = self.element(node)
            found[sound].setdefault(element.effect, element)
        for sound, effects in found.items():
            if len(effects) > 1:
                several = ", ".join(one.said() for one in list(effects.values())[:3])
                yield f"{len(effects)} alike: {' | '.join(filter(None, sound))}: {several}"

    def around(self, node: Node) -> list[str]:
        """Names of what encloses it; of a cell what the heads of its row and its column say."""
        names = []
        for inner, outer in itertools.pairwise(self.upwards(node)):
            if _role(outer) in AROUND:
                names.append(_name(outer))
            elif _role(outer) == "row" and _role(inner) in CELLS:
                names += self.heads(outer, self.children(outer).index(inner))
        return names

    def upwards(self, node: Node) -> Iterator[Node]:
        """It, and what is around it, without what nobody hears of."""
        here: Node | None = node
        while here is not None:
            if not here["ignored"]:
                yield here
            here = self.nodes.get(here.get("parentId", ""))

    def children(self, node: Node) -> list[Node]:
        """What is heard in it: children of what is not heard itself are its own."""
        found = []
        for number in node.get("childIds", []):
            if child := self.nodes.get(number):
                found += self.children(child) if child["ignored"] else [child]
        return found

    def heads(self, row: Node, column: int) -> Iterator[str]:
        yield from (_name(cell) for cell in self.children(row) if _role(cell) == "rowheader")
        table = next(one for one in self.upwards(row) if _role(one) == "table")
        rows = [one for one in self.below(table) if _role(one) == "row"]
        top = self.children(rows[0])
        if len(top) > column and _role(top[column]) == "columnheader":
            yield _name(top[column])

    def element(self, node: Node) -> Element:
        return self.elements[node["backendDOMNodeId"]]

    # --- the page --------------------------------------------------------------------------

    def headings(self) -> Iterator[str]:
        """One heading of the first level, and no level left out on the way down."""
        rows = [
            (int(_property(node, "level")), _name(node))
            for node in self.in_order()
            if _role(node) == "heading"
        ]
        first = [name for level, name in rows if level == 1]
        if len(first) != 1:
            yield f"{len(first)} headings of the first level: {first}"
        before = 0
        for level, name in rows:
            if level > before + 1:
                yield f"heading {level} after {before}: {name}"
            before = level

    def landmarks(self) -> Iterator[str]:
        """Two of a kind are told apart by their names."""
        names = defaultdict(list)
        for node in self.nodes.values():
            if not node["ignored"] and _role(node) in LANDMARKS:
                names[_role(node)].append(_name(node))
        for role, several in names.items():
            if len(several) > 1 and ("" in several or len(set(several)) < len(several)):
                yield f"{role} more than once: {several}"

    def in_order(self) -> Iterator[Node]:
        root = next(node for node in self.nodes.values() if not node.get("parentId"))
        yield from self.below(root)

    def below(self, node: Node) -> Iterator[Node]:
        for child in self.children(node):
            yield child
            yield from self.below(child)


@dataclass
class Element:
    """One element of the document."""

    number: int
    tag: str
    attributes: dict[str, str]
    parent: Element | None
    children: list[Element] = field(default_factory=list, repr=False)

    def above(self) -> Iterator[Element]:
        here: Element | None = self
        while here is not None:
            yield here
            here = here.parent

    def below(self) -> Iterator[Element]:
        for child in self.children:
            yield child
            yield from child.below()

    @property
    def effect(self) -> str:
        """What it does: a link leads somewhere, a button sends its form, a box is its field."""
        if self.tag == "a":
            return self.attributes.get("href", "")
        form = next((one for one in self.above() if one.tag == "form"), None)
        own = f"{self.attributes.get('name', '')}={self.attributes.get('value', '')}"
        if form is None or self.tag == "summary" or self.attributes.get("type") == "button":
            return f"{self.number}"
        if self.tag != "button":
            return f"{form.attributes.get('action', '')} {self.attributes.get('name', '')} {own}"
        return f"{form.attributes.get('action', '')} {own} {form.hidden()}"

    def hidden(self) -> dict[str, str]:
        """The hidden fields of a form that say what it is about."""
        fields = [one.attributes for one in self.below() if one.tag == "input"]
        return {
            one.get("name", ""): one.get("value", "")
            for one in fields
            if one.get("type") == "hidden" and one.get("name") not in CHANCE
        }

    def said(self) -> str:
        shown = [f'{name}="{text[:60]}"' for name, text in self.attributes.items()]
        return f"<{' '.join([self.tag, *shown])}>"[:160]


def _elements(node: Node, parent: Element | None) -> Iterator[Element]:
    here = parent
    if node["nodeType"] == 1:
        flat = node.get("attributes", [])
        attributes = dict(zip(flat[::2], flat[1::2], strict=True))
        here = Element(node["backendNodeId"], node["localName"], attributes, parent)
        if parent is not None:
            parent.children.append(here)
        yield here
    for child in node.get("children", []):
        yield from _elements(child, here)


def _said(node: Node, what: str) -> str:
    return str(node.get(what, {}).get("value", "")).strip()


def _name(node: Node) -> str:
    return _said(node, "name")


def _role(node: Node) -> str:
    return _said(node, "role")


def _property(node: Node, name: str) -> Any:  # any JSON
    rows = [row["value"].get("value") for row in node.get("properties", []) if row["name"] == name]
    return rows[0] if rows else None


def _has(node: Node, name: str) -> bool:
    return bool(_property(node, name))
