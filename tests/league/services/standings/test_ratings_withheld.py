"""Ratings while a result is kept back: none is told that holds it, whichever run stores last."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.queries.standings import rating_inputs
from league.ratings import replay
from league.ratings.registry import engine
from league.services.evening import rounds
from league.services.standings import _rating_rows
from tests.practice.evenings import OWN_POINTS, Evening, evening
from tests.practice.test_withheld import FIRST, NAMES, SECOND, settle

pytestmark = pytest.mark.django_db


def numbers(of: Evening) -> dict[str, list[str]]:
    """What the public reads of ratings at each door."""
    scope, one = of.stage.ruleset.club_game.rating_scopes.get().pk, of.player("Hid Ann").pk
    patterns = {
        f"/c/{of.club.slug}/ratings/": r'href="/ratings/\d+/"',
        f"/ratings/{scope}/": r"Hid \w+|>\s*\d{3,4}\b",
        f"/ratings/{scope}/p/{one}/": r"Hid \w+|>\s*\d{3,4}\b",
        f"/p/{one}/": r'href="/ratings/\d+/[^"]*"',
        f"/api/v1/clubs/{of.club.slug}/ratings/": r'"id":\d+',
        f"/api/v1/ratings/{scope}/": r'"rating":{[^}]*}',
        f"/api/v1/ratings/{scope}/players/{one}/": r'"after":{[^}]*}',
    }
    main = re.compile(r"<main.*?</main>", re.DOTALL)
    found = {}
    for path, pattern in patterns.items():
        answer = Client().get(path)
        text = answer.content.decode() if answer.status_code == 200 else ""
        found[path] = re.findall(pattern, " ".join(main.findall(text)) or text)
    return found


def test_ratings_tell_nothing_of_what_is_kept_back_whichever_computation_stores_last() -> None:
    of = evening(NAMES, scheme=OWN_POINTS)
    of.play(FIRST, SECOND)
    second = of.play([*FIRST[:2], *SECOND[:2]], [*FIRST[2:], *SECOND[2:]])
    settle()
    scope = of.stage.ruleset.club_game.rating_scopes.get()
    with_all = list(rating_inputs.matches(scope))
    before = numbers(of)

    rounds.withhold(by=of.by, round_=second.round)
    at_once = numbers(of)
    scope.refresh_from_db()
    played = replay.play(engine(scope.engine, scope.settings), iter(with_all), {})
    _rating_rows.store(scope, 1, {}, played)  # begun before, stored now
    overwritten = numbers(of)
    settle()
    after = numbers(of)

    nothing: dict[str, list[str]] = {door: [] for door in before}
    assert all(before.values())
    assert (at_once, overwritten) == (nothing, nothing)
    assert all(after.values())
    assert after != before
