"""Ten fingers on a keyboard: no mouse, no tap, and the focus is seen wherever they stop."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Whether the focus is on something, is drawn, is in sight where it is, and lies under nothing.
IS_SEEN = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return "nowhere";
  const [box, style] = [here.getBoundingClientRect(), getComputedStyle(here)];
  const html = here.outerHTML.slice(0, 120);
  const isDrawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  if (!isDrawn) return `no outline: ${html}`;
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  if (box.width <= 0 || left >= right || top >= bottom) return `out of sight: ${html}`;
  const isFree = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
    const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
    return hit && (here.contains(hit) || hit.contains(here));
  }));
  return isFree ? "" : `under something: ${html}`;
}"""
# Whether the focus has arrived, and how it is seen where it is: asked at every stop, in one breath.
STOP = f"element => [element === document.activeElement, ({IS_SEEN})()]"


@dataclass
class Hands:
    """What was pressed, and where the focus was not seen."""

    page: Page
    presses: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)

    def look(self) -> None:
        said = self.page.evaluate(IS_SEEN)
        if said == "nowhere":  # the page is just being changed
            expect(self.page.locator(":focus")).to_have_count(1)
            said = self.page.evaluate(IS_SEEN)
        self.note(said)

    def note(self, said: str) -> None:
        if said:
            self.unseen.append(f"after {self.presses[-1:]}: {said}")

    def reach(self, target: Locator, key: str = "Tab", most: int = 200) -> None:
        """Goes on with Tab until the target has the focus; every stop on the way is seen."""
        expect(target).to_be_visible()
        is_there, _ = target.evaluate(STOP)
        for _ in range(most):
            if is_there:
                return
            self.page.keyboard.press(key)
            is_there, said = target.evaluate(STOP)
            if said == "nowhere":
                self.page.keyboard.press(key)  # past the end of the page: on to its other end
                self.look()
                is_there, _ = target.evaluate(STOP)
            else:
                self.note(said)
        pytest.fail(f"{key} never reaches {target}")

    def act(self, key: str = "Enter") -> None:
        words = self.page.evaluate("document.activeElement.textContent.trim().slice(0, 40)")
        self.presses.append(words)
        self.page.keyboard.press(key)

    def press(self, target: Locator, key: str = "Enter", by: str = "Tab") -> None:
        """Goes there and acts."""
        self.reach(target, by)
        self.act(key)

    def write(self, target: Locator, text: str, by: str = "Tab") -> None:
        """Goes to a box and types over what stands in it."""
        self.reach(target, by)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)
        expect(target).to_have_value(text)

    def choose(self, target: Locator, label: str) -> None:
        """Goes to a list and types how the wished line begins."""
        self.reach(target)
        self.page.keyboard.type(label)
        expect(target.locator("option:checked")).to_have_text(label)
