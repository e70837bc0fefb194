from __future__ import annotations

import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django import forms
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from league.templatetags.league import NOTICE_LOOKS, STATUS_LOOKS
from tests.templates import styleguide

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = ROOT / "league" / "static"
# A button with words on it and another name for those who hear it.
RENAMED = re.compile(r'<(button|a)[^>]*? aria-label="((?:{%[^%]*%}|[^"])*)"[^>]*>(.*?)</\1>', re.S)
SENTENCE = re.compile(
    r"{% blocktrans[^%]*%}(.*?){% endblocktrans %}|{% trans [\"'](.*?)[\"'] %}", re.S
)


class Reader(HTMLParser):
    """Collects what the tests ask about a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def values(self, tag: str, attribute: str) -> list[str | None]:
        return [attrs[attribute] for name, attrs in self.tags if name == tag and attribute in attrs]

    def loaded(self) -> list[str | None]:
        """Scripts and what the head links to; where else the page is to be had loads nothing."""
        links = [a["href"] for tag, a in self.tags if tag == "link" and a["rel"] != "alternate"]
        return self.values("script", "src") + links


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return styleguide.pages()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_no_page_carries_inline_script_or_style(pages: dict[str, str]) -> None:
    for name, html in pages.items():
        reader = Reader(html)
        handlers = [a for _, attrs in reader.tags for a in attrs if a.startswith("on")]
        styles = [attrs["style"] for _, attrs in reader.tags if "style" in attrs]
        scripts = [attrs for tag, attrs in reader.tags if tag == "script" and "src" not in attrs]

        assert (name, handlers, styles, scripts) == (name, [], [], [])
        assert "style" not in [tag for tag, _ in reader.tags]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_carries_inline_script_or_style(path: Path) -> None:
    source = path.read_text(encoding="utf-8")

    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)[^>]*>", source) == []


def test_no_page_asks_another_host(pages: dict[str, str]) -> None:
    for html in pages.values():
        reader = Reader(html)
        loaded = reader.loaded()
        loaded += reader.values("img", "src") + reader.values("use", "href")

        assert [address for address in loaded if not str(address).startswith("/static/")] == []


def test_every_file_a_page_loads_is_there(pages: dict[str, str]) -> None:
    for html in pages.values():
        reader = Reader(html)
        loaded = reader.loaded()
        missing = [a for a in loaded if not (STATIC / str(a).removeprefix("/static/")).is_file()]

        assert missing == []


def test_every_icon_used_stands_in_the_sprite(pages: dict[str, str]) -> None:
    sprite = (STATIC / "league" / "img" / "icons.svg").read_text(encoding="utf-8")
    known = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    used = {
        str(h).split("#")[1]
        for html in pages.values()
        for h in Reader(html).values("use", "href")
        if str(h).split("#")[0].endswith("/icons.svg")
    }
    named = {look.icon for look in STATUS_LOOKS.values()} | {i for _, i in NOTICE_LOOKS.values()}
    written = {
        name
        for path in TEMPLATES
        for name in re.findall(
            r'_icon\.html" with name="([^"]+)"', path.read_text(encoding="utf-8")
        )
    }

    assert (used | named | written) - known == set()


def test_every_control_has_a_name(pages: dict[str, str]) -> None:
    for html in pages.values():
        reader = Reader(html)
        labelled = set(reader.values("label", "for"))
        wrapped = set(re.findall(r'<label[^>]*>\s*<input[^>]*name="([^"]+)"', html))
        nameless = [
            attrs
            for tag, attrs in reader.tags
            if tag in ("input", "select", "textarea")
            and attrs.get("type") != "hidden"
            and attrs.get("id") not in labelled
            and "aria-label" not in attrs
            and attrs.get("name") not in wrapped
        ]

        assert nameless == []


def test_every_table_has_a_caption_and_scopes(pages: dict[str, str]) -> None:
    for html in pages.values():
        reader = Reader(html)
        tags = [tag for tag, _ in reader.tags]
        unscoped = [attrs for tag, attrs in reader.tags if tag == "th" and "scope" not in attrs]

        assert tags.count("caption") == tags.count("table")
        assert unscoped == []


def test_the_page_of_a_server_error_needs_nothing() -> None:
    html = render_to_string("errors/500.html", {})

    assert "Reference" not in html
    assert "Something went wrong here" in words(html)


def test_the_page_of_a_database_that_is_away_needs_nothing_and_tries_again() -> None:
    html = render_to_string("errors/503.html", {})

    assert re.findall(r'http-equiv="refresh" content="([^"]*)"', html) == ["10;url=/"]
    assert "Back in a moment" in words(html)


@pytest.mark.parametrize("code", [400, 403, 404, 405, 409, 410, 413, 429])
def test_an_error_page_names_its_code_its_reference_and_a_way_on(code: int) -> None:
    html = render_to_string(f"errors/{code}.html", {"request_id": "7f3a91c2"})

    assert re.findall(r"Error (\d+)", html) == [str(code)]
    assert re.findall(r"<code>(\w+)</code>", html) == ["7f3a91c2"]
    assert len(re.findall(r'role="button" href="/', html)) >= 1


def test_an_error_of_a_field_is_tied_to_its_control() -> None:
    class SeatForm(forms.Form):
        seat = forms.IntegerField(help_text="From 1 to 6.", max_value=6)

    form = SeatForm({"seat": "9"})
    html = render_to_string("components/_field.html", {"field": form["seat"]})
    (control,) = [attrs for tag, attrs in Reader(html).tags if tag == "input"]
    ids = [attrs["id"] for _, attrs in Reader(html).tags if "id" in attrs]

    assert str(control["aria-describedby"]).split() == ["id_seat_helptext", "id_seat_error"]
    assert control["aria-invalid"] == "true"
    assert ids == ["id_seat", "id_seat_helptext", "id_seat_error"]


def test_a_name_that_is_a_script_is_shown_and_not_run() -> None:
    html = render_to_string("components/_player.html", {"player": {"name": "<script>x</script>"}})

    assert html == ('<span class="player"><bdi>&lt;script&gt;x&lt;/script&gt;</bdi></span>\n')


def test_standings_show_ties_movement_struck_results_and_the_cut() -> None:
    html = render_to_string("components/_table.html", {"table": styleguide.standings()})
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", html, re.S)]

    assert rows[1:6] == [
        "1 up 2 ranks ▲2 Ada Quill 52.00 9 5.25 5 1.33 (not counted)",
        "2= unchanged Bruno Saltmarsh 49.33 8 5.00 5 1.33 (not counted)",
        "2= down 1 rank ▼1 Cosima Ferreira-Lindenbaum 46.66 7 4.75 5 1.33 (not counted)",
        "4 new • Dag Ørsted 43.99 9 4.50 4 1.33 (not counted)",
        "5 unchanged Edda Öhm 40.32 8 4.25 4 1.33 (not counted)",
    ]
    assert rows[6] == "The first five play the final."
    assert rows[-1] == "– unchanged Kit Wren guest 22.30 8 2.75 2 1.33 (not counted)"


def test_vendored_files_are_the_ones_the_list_of_licences_names() -> None:
    text = (STATIC / "vendor" / "LICENSES.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([^`/]+)` .*`([0-9a-f]{64})` \|$", text, re.M))
    there = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (STATIC / "vendor").iterdir()
        if path.suffix in (".js", ".css")
    }

    assert there == listed


def test_every_box_that_scrolls_can_be_reached_and_has_a_name() -> None:
    """Those with a sheet to type in are reached by its fields."""
    boxes = [
        (path.name, box)
        for path in TEMPLATES
        for box in re.findall(r'<div class="scroll"[^>]*>\s*<table[^>]*>', path.read_text("utf-8"))
    ]

    bare = [(name, box) for name, box in boxes if not re.search(r'tabindex="0"\s+aria-label', box)]

    assert [(name, box) for name, box in bare if "data-grid" not in box] == []
    assert len(boxes) - len(bare) > 20


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_read_out_of_a_button_has_the_words_that_stand_on_it(language: str) -> None:
    names: list[tuple[str, str]] = []

    with translation.override(language):
        for path in TEMPLATES:
            for _, heard, seen in RENAMED.findall(path.read_text(encoding="utf-8")):
                spoken = [
                    re.sub(r"{{ (\w+) }}", r"%(\1)s", (a or b).strip())
                    for a, b in SENTENCE.findall(heard)
                ]
                written = [(a or b).strip() for a, b in SENTENCE.findall(seen)]
                names += [(gettext(one), gettext(two)) for one in spoken for two in written]

    assert len(names) > 2
    assert [pair for pair in names if pair[1].casefold() not in pair[0].casefold()] == []
