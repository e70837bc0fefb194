"""What counts: a cancelled event is in no number of a club, a player or a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import Client

from league.core.actors import ANONYMOUS, system
from league.core.enums import EventState, RatingKind
from league.models import Club, Event, Rating
from league.queries.occasions import seasons
from league.queries.people import profiles
from league.queries.public import club_records, game_statistics, honours, pages
from league.queries.seating import fairness, strengths
from league.queries.standings import counting
from league.services.occasions import events
from league.services.standings import ratings
from tests import factories
from tests.factories.plays import rules

if TYPE_CHECKING:
    from league.models import Player

pytestmark = pytest.mark.django_db

BY = system("test")
NAMES = ("Ada Aal", "Bo Berg", "Cy Cohn")


class World:
    """A club with one evening of its season, at which one table played."""

    def __init__(self) -> None:
        self.club = factories.club("Tin Owl")
        self.season = factories.season(self.club)
        self.event = factories.event(
            self.club, season=self.season, name="The lost evening", state=EventState.RUNNING
        )
        people = [factories.member(self.club, name) for name in NAMES]
        self.winner: Player = people[0]
        ruleset = rules(self.club)
        self.stage = factories.stage(self.event, ruleset=ruleset)
        seats = [factories.entry(self.event, player) for player in people]
        table = factories.table(factories.round_(self.stage), seats)
        factories.played(table, [1, 2, 3], points=[9, 5, 1])
        self.game = ruleset.club_game.game

    def numbers(self) -> dict[str, object]:
        """Every number that is made of results, as the public reads it."""
        cache.clear()
        ratings.catch_up()
        club = Club.objects.get(pk=self.club.pk)
        found = club_records.of_club(ANONYMOUS, club)
        profile = profiles.profile(ANONYMOUS, self.winner.pk)
        assert found is not None
        assert profile is not None
        honoured = honours.of(profile.matches)
        season = counting.count(self.season, as_of=club.seq)
        return {
            "latest results": len(pages.latest_results(ANONYMOUS, club)),
            "records": len(found.rows),
            "matches": len(profile.matches),
            "wins": profile.wins,
            "events": profile.events,
            "places": sum(len(p) for p in (profile.by_game, profile.by_size, profile.by_seat)),
            "opponents": len(profile.opponents),
            "wins in a row": (honoured.longest, honoured.running),
            "badges": [badge.code for badge in honoured.badges],
            "the game": [size.matches for size in game_statistics.of_game(self.game)],
            "the season": sum(len(one.results.tables) for one in season.evenings),
            "stages of the season": len(seasons.stages(ANONYMOUS, self.season)),
            "fairness": len(fairness.of_season(ANONYMOUS, self.season).rows),
            "strengths": len(strengths.in_season(self.season, [self.winner.pk])),
            "ratings": Rating.objects.filter(scope__kind=RatingKind.ALL, matches__gt=0).count(),
        }

    def pages(self) -> dict[str, bool]:
        """Whether a page that tells of results names the evening; its own does in any case."""
        visitor = Client()
        addresses = {
            "player": f"/p/{self.winner.pk}/",
            "records": f"/c/{self.club.slug}/records/",
        }
        return {
            name: self.event.name in visitor.get(address).content.decode()
            for name, address in addresses.items()
        }

    def turn(self, state: EventState) -> None:
        event = Event.objects.select_related("club", "season").get(pk=self.event.pk)
        events.set_state(by=BY, event=event, state=state)


def test_a_cancelled_event_is_in_no_statistic_and_comes_back_into_all_of_them() -> None:
    world = World()
    before, told = world.numbers(), world.pages()

    world.turn(EventState.CANCELLED)
    cancelled, silent = world.numbers(), world.pages()
    world.turn(EventState.RUNNING)

    assert all(any(value) if isinstance(value, tuple) else value for value in before.values())
    assert {
        name: value
        for name, value in cancelled.items()
        if (any(value) if isinstance(value, tuple) else value)
    } == {}
    assert (told, silent) == ({"player": True, "records": True}, dict.fromkeys(told, False))
    assert (world.numbers(), world.pages()) == (before, told)
