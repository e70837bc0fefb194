"""Templates can be read, compared and merged: short lines, one element each, indented by what they
stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.services import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
WIDTH = 120
COMMENT = re.compile(r"\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)
# Elements that stand on a line of their own; text, links and marks may share one.
OPENED = re.compile(
    r"<(?:address|article|aside|blockquote|body|button|caption|details|dd|div|dl|dt|fieldset"
    r"|figcaption|figure|footer|form|h[1-6]|head|header|html|iframe|input|label|legend|li|link|main"
    r"|meta|nav|ol|optgroup|option|p|script|search|section|select|summary|table|tbody|td|textarea"
    r"|tfoot|th|thead|title|tr|ul)\b"
)
BLOCKS = ("if", "for", "with", "block", "blocktrans", "timezone", "slot")
MARK = re.compile(
    r"\{%\s*(?P<end>end)?(?P<tag>\w+)[^\n]*?%\}"
    r"|<(?P<close>/)?(?P<element>[a-z][a-z0-9]*)\b(?:\{[{%].*?[%}]\}|\"[^\"]*\"|'[^']*'|[^>\"'])*>",
    re.DOTALL,
)
EMPTY = {"br", "hr", "img", "input", "link", "meta", "use"}


def texts() -> Iterator[tuple[str, str]]:
    """Each template's name and text; comments leave empty lines, so that numbers are true."""
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        bare = COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
        yield str(path.relative_to(ROOT / "templates")), bare


def misplaced(text: str) -> Iterator[int]:
    """The numbers of lines that close what began a line, and do not stand below its beginning."""
    open_: list[tuple[str, int | None]] = []
    for mark in MARK.finditer(text):
        start = text.rfind("\n", 0, mark.start()) + 1
        before = text[start : mark.start()]
        indent = None if before.strip() else len(before)
        tag, closes = mark["element"] or mark["tag"], bool(mark["close"] or mark["end"])
        if (mark["tag"] and tag not in BLOCKS) or tag in EMPTY:
            continue
        if not closes:
            open_.append((tag, indent))
            continue
        depth = _depth(open_, tag, within=mark["element"] is not None)
        if depth is None:
            continue
        began = open_[depth][1]
        del open_[depth:]
        if None not in (began, indent) and began != indent:
            yield text.count("\n", 0, mark.start()) + 1


def _depth(open_: Sequence[tuple[str, int | None]], tag: str, *, within: bool) -> int | None:
    """Where ``tag`` was opened; an element is looked for ``within`` the nearest block alone."""
    for depth in reversed(range(len(open_))):
        if open_[depth][0] == tag:
            return depth
        if within and open_[depth][0] in BLOCKS:
            return None
    return None


def test_no_line_of_a_template_is_longer_than_people_can_compare() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{at}"
        for path in TEMPLATES
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDTH
    ]

    assert found == []


def test_no_line_of_a_template_begins_two_elements() -> None:
    found = [
        f"{name}:{at}"
        for name, text in texts()
        for at, line in enumerate(text.splitlines(), 1)
        if len(OPENED.findall(line)) > 1
    ]

    assert found == []


def test_what_ends_in_a_template_stands_below_where_it_began() -> None:
    assert [f"{name}:{at}" for name, text in texts() for at in misplaced(text)] == []


def test_lines_of_a_template_go_in_by_two_signs_and_by_four_where_attributes_go_on() -> None:
    jumps = []
    for name, text in texts():
        lines = [line for line in text.splitlines() if line.strip()]
        indents = [len(line) - len(line.lstrip(" ")) for line in lines]
        jumps += [
            f"{name}: {line}"
            for (before, indent), line in zip(pairwise(indents), lines[1:], strict=True)
            if indent % 2 or indent > before + 4
        ]

    assert jumps == []


def test_every_title_says_what_the_page_is_and_where() -> None:
    titles = re.compile(r"\{% block title %\}(.*?)\{% endblock %\}(?!\s*·)", re.DOTALL)
    bare = {
        name
        for name, text in texts()
        if name.startswith(("league/", "account/"))
        and (title := titles.search(text)) is not None
        and "·" not in title[1]
    }

    assert bare == {"league/public/home.html"}  # the service itself


SPOKEN = re.compile(r"\{%\s*blocktrans.*?endblocktrans\s*%\}", re.DOTALL)


def test_a_colon_after_a_value_is_written_as_its_language_writes_it() -> None:
    assert [
        f"{name}:{bare.count(chr(10), 0, found.start()) + 1}"
        for name, text in texts()
        for bare in [SPOKEN.sub(lambda match: "\n" * match.group().count("\n"), text)]
        for found in re.finditer(r"(\}\}|%\}|</\w+>):(?=[ \n<])", bare)
    ] == []


def test_quotation_marks_are_those_of_the_language() -> None:
    told = re.compile(SPOKEN.pattern + r"|\{%\s*trans.*?%\}", re.DOTALL)

    assert [name for name, text in texts() if re.search("[“”„«»]", told.sub("", text))] == []
