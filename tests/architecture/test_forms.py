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
    "templates/league/_styleguide_states.html": "likewise",
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


# Which templates hold the forms of a module that lets what is sent twice act once.
KEYED = {
    "league/web/evening/commands/press.py": {"evening/_roll.html", "evening/_nearly.html"},
    "league/web/evening/matches.py": {"evening/_matches_draw.html"},
    "league/web/occasions/events.py": {"occasions/event_new.html", "occasions/event_copy.html"},
    "league/web/occasions/season_joins.py": {"occasions/season_join.html"},
    "league/web/occasions/stages.py": {"occasions/stage.html"},
    "league/web/people/import_players.py": {"people/import_players.html"},
    "league/web/people/people.py": {"people/people.html"},
    "league/web/records/desk_table.py": {"records/form.html"},
    "league/web/records/import_bg_stats.py": {"records/import_bg_stats.html"},
    "league/web/records/import_results.py": {"records/import_results.html"},
    "league/web/records/tables.py": {"records/table.html", "records/echo.html"},
    "league/web/records/results.py": {"records/results.html"},
    "league/web/standings/standings.py": {"standings/adjustments.html"},
    "league/web/play/lobby.py": {"play/lobby.html"},
    "league/web/play/opening.py": {"play/opening.html"},
    "league/web/play/real_table.py": {"play/_real_table.html"},
    "league/web/play/tables.py": {"play/_choices.html"},
    "league/web/play/talk.py": {"play/_talk_said.html"},
    "league/web/play/table_door.py": {"records/_play_here.html"},
}
KEY = re.compile(
    r'<input type="hidden" (?:form="[\w-]+" )?name="(?:idempotency_)?key"'
    r"|\{\{ (?:form|reading)\.key \}\}"
)


def test_every_form_that_may_be_sent_twice_carries_its_key() -> None:
    askers = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "league/web").rglob("*.py")
        if re.search(r"sent_once\.(?:once|fresh_key)\(", path.read_text(encoding="utf-8"))
    }
    known = dict(texts())

    bare = {
        template
        for templates in KEYED.values()
        for template in templates
        if not KEY.search(known[f"templates/league/{template}"])
    }

    makers = {
        "league/web/records/table_pages.py",
        "league/web/evening/desk.py",
        "league/web/play/coach.py",
        "league/web/play/table_page.py",
        "league/web/play/talk_part.py",
        "league/web/records/table_play.py",
    }  # of the same forms
    assert askers == set(KEYED) | makers
    assert bare == set()


# Who answers a form without asking for its token, with the reason.
UNASKED = {
    "api/errors.py": "it changes nothing, and answers a form from elsewhere in one shape",
    "league/web/notices/device_presses.py": "a worker without a page knows the old address",
    "league/web/notices/by_link.py": "a mail program presses the link that only its reader has",
}


def test_no_page_lets_a_form_from_elsewhere_through() -> None:
    rooms = [*(ROOT / "league").rglob("*.py"), *(ROOT / "api").rglob("*.py")]

    unasked = {
        str(path.relative_to(ROOT))
        for path in rooms
        if "csrf_exempt" in path.read_text(encoding="utf-8")
    }

    assert unasked == set(UNASKED)
