"""After a change no door shows the old number: pages, print, projector, CSV, API, ratings."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client

from league.core.enums import Role
from league.models import Merge, Player, RatingScope
from league.services.people import merges
from league.services.records import records, voids
from league.services.standings import adjustments, ratings, standings
from tests import factories
from tests.practice.evenings import OWN_POINTS, Evening, evening, signed_in

pytestmark = pytest.mark.django_db

# Ada's score, her total of two rounds, and that of the season with her other evening.
SCORE, TOTAL, SEASON = 73519, 73521, 73528
READ_ANEW = 64853  # what her score was in truth, until the round is void
TWIN = 20411  # what the person who is entered a second time has in the season
MERGED = SEASON + TWIN
OF_BOTH = (SCORE, TOTAL, SEASON, TWIN)
# Pages that tell what was, and say so.
PAST = re.compile(r"/(journal|log)/|/records/|/t/|/tables/|/import|\?.*as_of=|\?.*before=")
# Paper is drawn from the same queries, and packed so that no word can be read here. Pages of one's
# account know nothing of results, and every page leads a visitor to one that comes back to it.
LEFT_OUT = re.compile(r"/(account|live|i18n|static|healthz|api/docs)\b|/api/schema|\.pdf\b")
MOST_PAGES = 500
LINK = re.compile(r'<a\s[^>]*?href="([^"]*)"')
# What asks for no other contents: there is one stage, and two sizes of paper.
SAME = {("stage", "1"), ("paper", "letter")}


@dataclass
class Two:
    """Evenings of one season, somebody who is in it twice, and an admin of the club."""

    first: Evening
    twin: Player
    admin: Client

    @property
    def starts(self) -> list[str]:
        club, season, stage = self.first.club, self.first.season, self.first.stage
        page = f"/c/{club.slug}/s/{season.slug}/"
        event = f"/e/{self.first.event.slug}/"
        ada = self.first.player("Ada").pk
        return [
            f"/c/{club.slug}/",
            page,
            f"{page}standings.csv",
            f"{page}standings/{ada}/",
            f"{page}moves/",
            event,
            f"{event}standings/",
            f"{event}stages/1/standings.csv",
            f"{event}stages/1/standings/{ada}/",
            f"{event}stages/1/moves/",
            f"{event}board/?slides=names,seating,results,standings",
            f"{event}desk/?step=standings",
            f"{event}desk/?step=results",
            f"/p/{ada}/",
            "/ratings/",
            f"/api/v1/clubs/{club.slug}/",
            f"/api/v1/seasons/{season.pk}/standings/",
            f"/api/v1/seasons/{season.pk}/standings/rows/",
            f"/api/v1/seasons/{season.pk}/standings/players/{ada}/",
            f"/api/v1/seasons/{season.pk}/standings/moves/?before=2000-01-01",
            f"/api/v1/stages/{stage.pk}/standings/",
            f"/api/v1/stages/{stage.pk}/standings/rows/",
            f"/api/v1/stages/{stage.pk}/standings/players/{ada}/",
            f"/api/v1/stages/{stage.pk}/standings/moves/?before=1",
            *(f"/ratings/{pk}/" for pk in RatingScope.objects.values_list("pk", flat=True)),
            *(f"/api/v1/ratings/{pk}/" for pk in RatingScope.objects.values_list("pk", flat=True)),
        ]


def two_evenings() -> Two:
    first = evening(["Ada", "Bo", "Cy"], scheme=OWN_POINTS, chain=["points", "opponents"])
    first.score(first.seat(["Ada", "Bo", "Cy"]), Ada=SCORE, Bo=31, Cy=12)
    first.score(first.seat(["Ada", "Cy", "Bo"]), Ada=2, Cy=61, Bo=9)
    second = another(first, ["Ada", "Bo", "Cy"])
    second.score(second.seat(["Ada", "Bo", "Cy"]), Ada=7, Bo=5, Cy=4)
    twin = factories.member(first.club, "Adda")
    third = another(first, ["Bo"], twin)
    third.score(third.seat(["Adda", "Bo"]), Adda=TWIN, Bo=1)
    follow()
    return Two(first, twin, signed_in(Role.CLUB_ADMIN, first.club))


def another(night: Evening, names: list[str], *more: Player) -> Evening:
    """One more evening of the season with some of the same people."""
    event = factories.event(night.club, season=night.season)
    stage = factories.stage(event, ruleset=night.stage.ruleset, scheme=OWN_POINTS)
    people = [*(night.player(name) for name in names), *more]
    return Evening(stage, night.by, {one.name: factories.entry(event, one) for one in people})


def follow() -> None:
    """What the worker does after a commit."""
    standings.catch_up()
    ratings.catch_up()


def walk(client: Client, starts: Iterable[str], known: Iterable[str] = ()) -> dict[str, str]:
    """Every page that links lead to from these, of this site, as text without tags' secrets.

    ``known`` ones are looked at only where a walk starts.
    """
    found: dict[str, str] = {}
    ahead = list(starts)
    seen = {contents(path) for path in (*known, *ahead)}
    while ahead and len(found) < MOST_PAGES:
        path = ahead.pop(0)
        answer = client.get(path)
        if answer.status_code != 200 or answer.streaming:
            continue
        body = answer.content.decode("utf-8", "replace")
        found[path] = body
        if "html" not in answer.headers["Content-Type"]:
            continue
        for href in LINK.findall(body):
            target = urljoin(path, html.unescape(href)).partition("#")[0]
            if urlsplit(target).netloc or not target.startswith("/") or LEFT_OUT.search(target):
                continue
            if (asked := contents(target)) not in seen:
                seen.add(asked)
                ahead.append(target)
    return found


def contents(address: str) -> tuple[str, frozenset[tuple[str, str]]]:
    """What an address asks for, in whatever order its query says it."""
    path, _, query = address.partition("?")
    return path, frozenset(parse_qsl(query, keep_blank_values=True)) - SAME


def showing(pages: dict[str, str], *numbers: int) -> set[str]:
    """The addresses whose page has one of these numbers, however its thousands are parted."""
    shapes = "|".join(re.sub(r"(\d+)(\d{3})$", r"\1[,.\\s\\u202f’]?\2", str(n)) for n in numbers)
    wanted = re.compile(rf"(?<![\w.,])(?:{shapes})(?!\w)")
    return {path for path, body in pages.items() if wanted.search(body)}


def still_shown(pages: dict[str, dict[str, str]], old: set[int]) -> set[str]:
    """Where an old number is left, to anybody, on a page that does not say that it is of before."""
    left = {path for path in showing(pages["admin"], *old) if not PAST.search(path)}
    return left | showing(pages["visitor"], *old)


def corrected(there: Two) -> None:
    table = there.first.stage.rounds.get(number=1).seatings.get().tables.get()
    records.correct(
        by=there.first.by,
        table=table,
        data=there.first.sheet(table, Ada=READ_ANEW, Bo=31, Cy=12),
        reason="Read the wrong line",
        expected_version=table.record_version,
    )


def voided(there: Two) -> None:
    table = there.first.stage.rounds.get(number=1).seatings.get().tables.get()
    record = table.records.get(version=table.record_version)
    voids.void(by=there.first.by, record=record, reason="Played with a wrong deck")


def adjusted(there: Two) -> None:
    adjustments.make(
        by=there.first.by,
        scope=there.first.stage,
        player=there.first.player("Ada"),
        points="-5",
        reason="Too loud",
    )


def merged(there: Two) -> None:
    merges.merge(
        by=factories.actor(Role.CLUB_ADMIN, there.first.club),
        club=there.first.club,
        kept=there.first.player("Ada"),
        gone=there.twin,
    )


def undone(there: Two) -> None:
    merges.undo(
        by=factories.actor(Role.CLUB_ADMIN, there.first.club),
        merge=Merge.objects.get(),
    )


# One after the other, each with the numbers that it makes old: of the score, evening and season.
CHANGES: tuple[tuple[Callable[[Two], None], set[int]], ...] = (
    (adjusted, {SEASON}),
    (merged, {SEASON - 5}),
    (corrected, {SCORE, TOTAL, TOTAL - 5, MERGED - 5}),
    (voided, {READ_ANEW, *(total - SCORE + READ_ANEW for total in (TOTAL, TOTAL - 5, MERGED - 5))}),
)


@pytest.mark.gates
@pytest.mark.timeout(900)  # a machine that is busy with more
def test_after_each_change_no_door_shows_the_old_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    there = two_evenings()
    viewers = {"visitor": Client(), "admin": there.admin}
    everything = {who: walk(client, there.starts) for who, client in viewers.items()}
    # What shows none of these numbers shows none that follows from them.
    telling = {who: showing(found, *OF_BOTH) for who, found in everything.items()}
    pages = everything

    for change, old in CHANGES:
        watched = {who: showing(found, *old) for who, found in pages.items()}
        change(there)
        follow()
        is_last = change is CHANGES[-1][0]
        pages = {
            who: walk(client, [*there.starts, *sorted(telling[who] - {*there.starts})])
            if is_last
            else walk(client, sorted(telling[who]), everything[who])
            for who, client in viewers.items()
        }

        name = change.__name__
        assert min(map(len, watched.values())) >= 5, name  # the walk finds what it looks for
        assert (name, still_shown(pages, old)) == (name, set())
        assert_silent(capsys)
    assert still_shown(pages, set().union(*(old for _, old in CHANGES))) == set()
    assert max(map(len, pages.values())) < MOST_PAGES


@pytest.mark.gates
def test_after_a_penalty_the_total_from_before_is_only_what_the_evening_gave_at_its_tables() -> (
    None
):
    there = two_evenings()
    season = there.first.season
    page = f"/c/{there.first.club.slug}/s/{season.slug}/"
    evening_columns = {
        page,
        f"{page}standings/{there.first.player('Ada').pk}/",
        f"{page}season.json",
        f"{page}statistics/",
        f"/api/v1/seasons/{season.pk}/standings/",
    }

    adjusted(there)
    follow()

    assert showing(walk(Client(), there.starts), TOTAL) == evening_columns


@pytest.mark.gates
def test_after_a_merge_is_taken_back_no_door_shows_the_number_of_both(
    capsys: pytest.CaptureFixture[str],
) -> None:
    there = two_evenings()
    merged(there)
    follow()
    before = showing(walk(Client(), there.starts), MERGED)

    undone(there)
    follow()

    assert len(before) >= 5
    assert showing(walk(Client(), sorted(before), before), MERGED) == set()
    assert_silent(capsys)


def assert_silent(capsys: pytest.CaptureFixture[str]) -> None:
    """Both checks find nothing to say against what is stored."""
    capsys.readouterr()
    call_command("recompute_standings", "--check")
    call_command("recompute_ratings", "--check")
    said = capsys.readouterr()
    assert (said.out.splitlines()[-1:], said.err) == (
        ["All ratings are up to date."],
        "",
    )
    assert standings.check() == ()
    assert ratings.check() == ()
