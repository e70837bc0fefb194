"""Casual matches of a club count for its ratings if it says so, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random

import pytest
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from league.core.actors import Actor, system
from league.core.enums import MembershipKind, PlayState, RatingKind, Role, Visibility
from league.core.errors import Refused
from league.models import (
    Account,
    Club,
    Membership,
    Play,
    PlayAction,
    Player,
    PlaySeat,
    RatedMatch,
    RatingScope,
    Ruleset,
)
from league.queries.people import account_actors
from league.queries.play import rated
from league.services.occasions import clubs, removals
from league.services.people import erasure, merges
from league.services.play import _rated, play_endings, play_seats, plays
from league.services.standings import ratings
from tests import factories
from tests.factories import plays as make
from tests.league.services.standings.test_ratings import Kept, Night, followed, kept

pytestmark = pytest.mark.django_db
BY = system("test")
NAMES = ("Ada", "Bo", "Cleo")


def house(*, rates_casual: bool = True, **fields: str) -> tuple[Ruleset, list[Actor]]:
    """A club that rates casual matches, its rules, and three of its members."""
    club = factories.club(rates_casual=rates_casual, **fields)
    return make.rules(club, end_item_count=2), make.signed_in(club, *NAMES)


def switch(club: Club, *, on: bool) -> None:
    row = Club.objects.get(pk=club.pk)
    clubs.change(by=BY, club=row, expected_version=row.version, rates_casual=on)


def anew() -> Kept:
    """What there is once everything was rated from the first match on."""
    ratings.recompute_all()
    return kept()


def test_a_casual_match_moves_ratings_as_a_match_at_a_table_does_and_no_standings() -> None:
    ruleset, people = house()
    play = make.casual_over(ruleset, people)
    assert play.outcome is not None
    other = Night()
    other.play("ABC", *play.outcome["places"])

    found = followed()

    assert {name: found[name] for name in NAMES} == {
        name: found[letter] for name, letter in zip(NAMES, "ABC", strict=True)
    }
    assert not Play.objects.get(pk=play.pk).record_id
    by_play = RatedMatch.objects.filter(play=play).values_list("scope__kind", flat=True)
    assert sorted(by_play) == [RatingKind.ALL, RatingKind.CLUB_GAME, RatingKind.GAME]


def _guest(play: Play) -> None:
    play_seats.sit(by=make.guest("Gus"), play=play, name="Gus")


def _stranger(play: Play) -> None:
    play_seats.sit(by=factories.actor(), play=play, name="Someone")


def _guest_of_club(play: Play) -> None:
    assert play.club is not None
    [by] = make.signed_in(play.club, "Gwen")
    Membership.objects.filter(player=by.player_id).update(kind=MembershipKind.GUEST)
    play_seats.sit(by=by, play=play, name="Gwen")


def _past_member(play: Play) -> None:
    assert play.club is not None
    [by] = make.signed_in(play.club, "Pia")
    Membership.objects.filter(player=by.player_id).update(until=date(2026, 2, 1))
    play_seats.sit(by=by, play=play, name="Pia")


def _bot(play: Play) -> None:
    host = Account.objects.get(play_seats__play=play, play_seats__number=0)
    play_seats.add_bot(by=person(host), play=play, bot="random", number=2)


def person(account: Account) -> Actor:
    return account_actors.person(account)


@pytest.mark.parametrize(
    ("third", "why"),
    [
        (_guest, "play_unrated_people"),
        (_stranger, "play_unrated_people"),
        (_guest_of_club, "play_unrated_people"),
        (_past_member, "play_unrated_people"),
        (_bot, "play_unrated_bot"),
    ],
)
def test_one_seat_that_is_no_members_keeps_a_match_from_counting(
    third: Callable[[Play], None], why: str
) -> None:
    ruleset, people = house()
    play = make.casual(ruleset, people[:2], size=3)
    before = rated.counting(play)

    third(play)

    play = Play.objects.get(pk=play.pk)
    now = rated.counting(play)
    plays.begin(by=people[0], play=play)
    seats = list(PlaySeat.objects.filter(play=play).order_by("number"))
    everybody = [
        person(seat.account) if seat.account else make.guest("Gus") if seat.guest else None
        for seat in seats
    ]
    play = make.played_out(Play.objects.get(pk=play.pk), everybody, Random(1))  # type: ignore[arg-type]  # none of a bot
    assert before is not None
    assert now is not None
    assert (before.why_not, now.why_not) == ("", why)
    assert (play.state, play.is_rated, play.kept_out) == (PlayState.OVER, False, why)
    assert followed() == {}


def test_neither_counts_what_was_stopped_nor_what_bots_played_on_alone() -> None:
    ruleset, people = house()
    stopped = plays.begin(by=people[0], play=make.casual(ruleset, people))
    for by in people:
        play_endings.agree_to_stop(by=by, play=stopped)
    left = plays.begin(by=people[0], play=make.casual(ruleset, people))
    for by in people:
        play_endings.resign(by=by, play=left)

    why = dict(Play.objects.values_list("pk", "kept_out"))

    assert why == {stopped.pk: "play_unrated_end", left.pk: "play_unrated_away"}
    assert followed() == {}


@pytest.mark.parametrize("seed", range(3))
def test_whoever_gives_up_comes_last_however_well_the_bot_plays_on(seed: int) -> None:
    ruleset, people = house()
    play = plays.begin(by=people[0], play=make.casual(ruleset, people))
    play_endings.resign(by=people[1], play=play)
    play = make.played_out(Play.objects.get(pk=play.pk), people, Random(seed))
    assert play.outcome is not None
    ada, _, cleo = play.outcome["places"]
    other = Night()
    other.play("ABC", 1 + (cleo < ada), 3, 1 + (ada < cleo))

    found = followed()

    assert {name: found[name] for name in NAMES} == {
        name: found[letter] for name, letter in zip(NAMES, "ABC", strict=True)
    }
    assert anew() == found


def test_whoever_was_away_is_not_rated_and_the_others_are_as_if_among_themselves(
    client: Client,
) -> None:
    ruleset, people = house()
    play = plays.begin(by=people[0], play=make.casual(ruleset, people))
    PlaySeat.objects.filter(play=play, number=2).update(bot="smart")  # as a clock does
    play = make.played_out(Play.objects.get(pk=play.pk), people, Random(1))
    assert play.outcome is not None
    ada, bo, _ = play.outcome["places"]
    other = Night()
    other.play("AB", 1 + (bo < ada), 1 + (ada < bo))

    found = followed()

    assert (found["Ada"], found["Bo"]) == (found["A"], found["B"])
    assert "Cleo" not in found
    told = client.get(f"/api/v1/plays/{play.code}/").json()
    assert (told["rated"], told["unrated_seats"]) == (True, [2])
    page = " ".join(client.get(f"/play/{play.code}/").content.decode().split())
    assert "Not for <bdi>Cleo</bdi>: a bot played for them." in page


def test_whoever_let_a_bot_make_half_of_their_decisions_was_away_though_they_came_back() -> None:
    ruleset, people = house()
    ended = [make.casual_over(ruleset, people, seed) for seed in range(2)]
    for play, share in zip(ended, (2, 3), strict=True):
        PlaySeat.objects.filter(play=play).update(player=None)
        theirs = PlayAction.objects.filter(play=play, seat=1).order_by("seq")
        count = -(-theirs.count() // share)
        mine = theirs.values("pk")[: count if share == 2 else count - 1]
        PlayAction.objects.filter(pk__in=[row["pk"] for row in mine]).update(bot="smart")

    compared = [[*rated.settled(play, list(play.seats.order_by("number")))[1]] for play in ended]

    assert compared == [[0, 2], [0, 1, 2]]


def test_switched_off_and_on_ratings_are_those_of_counting_anew() -> None:
    ruleset, people = house(rates_casual=False)
    make.casual_over(ruleset, people, 1)  # opened when nobody said that it would count
    switch(ruleset.club, on=True)
    first = make.casual_over(ruleset, people, 2)
    night = Night(ruleset.club, ruleset=ruleset)
    night.play("AB", at=60 * 24 * 365)
    second = make.casual_over(ruleset, people[::-1], 3)

    on = followed()
    same_on = anew()
    switch(ruleset.club, on=False)
    off = followed()
    same_off = anew()
    switch(ruleset.club, on=True)
    again = followed()

    assert on == same_on == again
    assert off == same_off
    assert sorted(off) == ["A", "B"]
    assert sorted(on) == ["A", "Ada", "B", "Bo", "Cleo"]
    assert {on[name][2] for name in NAMES} == {2}
    rows = RatedMatch.objects.filter(scope__kind=RatingKind.ALL).order_by("number")
    assert list(rows.values_list("play", flat=True)) == [first.pk, second.pk, None]


def test_what_was_opened_to_count_counts_by_the_clubs_word_of_today() -> None:
    ruleset, people = house()
    play = make.casual(ruleset, people)
    switch(ruleset.club, on=False)
    make.played_out(plays.begin(by=people[0], play=play), people, Random(1))

    found = followed()
    switch(ruleset.club, on=True)

    assert found == {}
    assert sorted(followed()) == sorted(NAMES)


def test_what_a_club_that_is_not_public_plays_stays_in_its_own_list() -> None:
    ruleset, people = house(visibility=Visibility.MEMBERS)
    make.casual_over(ruleset, people)

    followed()

    counts = dict(RatingScope.objects.values_list("kind", "count"))
    assert counts == {RatingKind.CLUB_GAME: 1, RatingKind.GAME: 0, RatingKind.ALL: 0}
    club = Club.objects.get(pk=ruleset.club_id)
    clubs.change(by=BY, club=club, expected_version=club.version, visibility="public")
    followed()
    assert set(RatingScope.objects.values_list("count", flat=True)) == {1}


def test_a_merge_an_erasure_and_their_way_back_leave_what_was_played_with_its_people() -> None:
    ruleset, people = house()
    make.casual_over(ruleset, people)
    before = followed()
    ada = Player.objects.get(play_seats__number=0)
    twin = factories.member(ruleset.club, "Ada Twin")

    merged = merges.merge(by=BY, club=ruleset.club, kept=twin, gone=ada)
    as_twin = followed()
    merges.undo(by=BY, merge=merged)
    as_ada = followed()
    same_person = merges.merge(
        by=BY, club=ruleset.club, kept=ada, gone=Player.objects.get(play_seats__number=1)
    )
    nobody = followed()
    merges.undo(by=BY, merge=same_person)
    with pytest.raises(Refused, match="player_has_history"):
        erasure.delete(by=BY, player=ada)
    erasure.erase(by=BY, player=ada)
    erased = followed()

    assert as_twin == {"Ada Twin": before["Ada"], "Bo": before["Bo"], "Cleo": before["Cleo"]}
    assert as_ada == before
    assert nobody == {}  # nobody has beaten themselves
    assert sorted(erased.values()) == sorted(before.values())
    assert "Ada" not in erased
    assert PlaySeat.objects.filter(player=ada).count() == 1


def test_a_club_whose_casual_matches_were_rated_is_not_removed() -> None:
    ruleset, people = house()
    make.casual_over(ruleset, people)

    with pytest.raises(Refused, match="club_has_results"):
        removals.remove(by=BY, thing=Club.objects.get(pk=ruleset.club_id))


def test_pages_and_api_say_what_is_casual_and_whether_a_match_counts(client: Client) -> None:
    ruleset, people = house()
    club = ruleset.club
    waiting = make.casual(ruleset, people[:2], size=3)
    play = make.casual_over(ruleset, people)
    followed()
    scope = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)

    def page(path: str) -> str:
        return " ".join(client.get(path).content.decode().split())

    counts = f"Counts for the ratings of {club.name}"
    assert f"{counts} if you play to the end" in page(f"/play/{waiting.code}/")
    assert f"{counts}." in page(f"/play/{play.code}/")
    history = page(f"/ratings/{scope.pk}/p/{people[0].player_id}/")
    assert f'<a href="/play/{play.code}/replay/">casual match</a>' in history
    assert "1 of the matches was a casual one" in page(f"/ratings/{scope.pk}/")
    steps = client.get(f"/api/v1/ratings/{scope.pk}/players/{people[0].player_id}/").json()
    assert [(s["casual"], s["play"], s["event"]) for s in steps["steps"]] == [
        (True, play.code, None)
    ]
    told = client.get(f"/api/v1/plays/{play.code}/").json()
    assert (told["rated"], told["unrated_why"]) == (True, "")
    switch(club, on=False)
    told = client.get(f"/api/v1/plays/{play.code}/").json()
    assert (told["rated"], told["unrated_why"]) == (False, "play_unrated_club")
    assert "Does not count for the ratings" in page(f"/play/{play.code}/")


def test_the_setting_is_one_of_the_clubs(client: Client) -> None:
    club = factories.club()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    client.force_login(account)
    data = {
        **{name: getattr(club, name) for name in ("name", "version", "time_zone", "language")},
        **{name: getattr(club, name) for name in ("visibility", "name_level")},
    }

    client.post(reverse("club_settings", args=[club.slug]), {**data, "rates_casual": "on"})

    assert Club.objects.get(pk=club.pk).rates_casual
    assert client.get(f"/api/v1/clubs/{club.slug}/").json()["rates_casual"] is True


def test_a_match_that_does_not_count_keeps_no_player_and_is_told_apart_in_statistics(
    client: Client,
) -> None:
    ruleset, people = house(rates_casual=False)
    make.casual_over(ruleset, people)
    make.begun(people=3)  # and one that goes on

    rows = Play.objects.filter(club=ruleset.club).annotate(known=Count("seats__player"))
    page = client.get("/games/dice-devils/statistics/").content.decode()

    assert list(rows.values_list("is_rated", "known")) == [(False, 0)]
    assert "Not among these: 1 casual match that" in page


def test_a_match_whose_dice_are_entered_by_hand_does_not_count() -> None:
    ruleset, _ = house()
    play = Play(club=ruleset.club, ruleset=ruleset, by_hand=True)

    found = rated.counting(play)

    assert (_rated.is_wanted(play), found) == (
        False,
        rated.Counting(ruleset.club, "play_unrated_by_hand"),
    )
