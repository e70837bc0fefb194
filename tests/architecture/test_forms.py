"""Every form that changes something carries its token, and every box in a template has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.services import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORM = re.compile(r"<form\b[^>]*>.*?(?:</form>|\Z)", re.DOTALL)
BOX = re.compile(r"<(?:input|select|textarea)\b(?:[^>%{]|\{[{%].*?[}%]\})*>", re.DOTALL)
# Seen by nobody, or named by what stands in them.
NAMELESS = re.compile(r'type="(?:hidden|submit|button)"')
# Forms without a token of their own, each with its reason.
TOKENLESS = {
    "templates/errors/_sent.html": "sends once more what was sent, the token with it",
    "templates/league/styleguide.html": "shows parts; nothing is sent",
}


def texts() -> Iterator[tuple[str, str]]:
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", text, flags=re.DOTALL)
        yield str(path.relative_to(ROOT)), text


def test_every_form_that_is_posted_carries_its_token() -> None:
    found = [
        (name, form)
        for name, text in texts()
        for form in FORM.findall(text)
        if re.match(r'<form\b[^>]*method="post"', form)
    ]

    bare = {name for name, form in found if "{% csrf_token %}" not in form}

    assert len(found) > 100
    assert bare == set(TOKENLESS)


def test_every_box_has_a_label_or_a_name_for_readers() -> None:
    found, nameless = 0, []
    for name, text in texts():
        for match in BOX.finditer(text):
            box = match.group()
            if NAMELESS.search(box):
                continue
            found += 1
            before = text[: match.start()]
            is_wrapped = before.rfind("<label") > before.rfind("</label>")
            marked = re.search(r'\bid="([^"]+)"', box)
            is_labelled = marked is not None and f'for="{marked[1]}"' in text
            if not (is_wrapped or is_labelled or "aria-label" in box):
                nameless.append((name, box[:120]))

    assert found > 40
    assert nameless == []
