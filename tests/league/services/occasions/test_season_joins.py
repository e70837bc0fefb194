from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.apps import apps

from league.core.actors import ANONYMOUS, system
from league.core.enums import Role
from league.core.errors import BadInput, BadInputs, NotAllowed
from league.lists import season_file as files
from league.lists import season_references
from league.models import Club, MatchRecord, Player, SeasonImport, TrustedKey
from league.queries.standings import season_file
from league.services.occasions import season_files, season_joins
from league.services.office import signing
from league.services.standings import standings
from league.words.sentences import sentence
from tests import factories

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, settings: Any) -> None:  # Any: the fixture of pytest-django
    settings.DATA_DIR = tmp_path


@pytest.fixture
def season() -> Season:
    made = factories.colourful()
    standings.catch_up()
    made.refresh_from_db()
    return made


@pytest.fixture
def saloon() -> Club:
    """A club that knows an Ada Berg, two of the name of Cy Holm, and one who is called Dice."""
    club = factories.club("Saloon", slug="saloon")
    for name, nickname in (("ada BERG", ""), ("Cy Holm", ""), ("Cy Holm", ""), ("Di", "Dee Falk")):
        factories.member(club, name, nickname=nickname)
    return club


def admin(club: Club) -> Actor:
    return factories.actor(Role.CLUB_ADMIN, club)


def whole(season: Season) -> bytes:
    return season_files.export(by=system("test"), season=season, full=True)


def told(data: bytes) -> Any:  # Any: JSON
    return json.loads(data)["season"]


def number(data: bytes, name: str) -> str:
    return next(str(one["player"]) for one in told(data)["players"] if one["name"] == name)


def stored() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def test_the_preview_says_whom_each_is_taken_for_and_asks_where_a_name_is_not_enough(
    season: Season, saloon: Club
) -> None:
    data, before = whole(season), stored()

    found = season_joins.preview(by=admin(saloon), club=saloon, data=data)

    taken = {row.name: row for row in found.people}
    assert taken["Ada Berg"].player == Player.objects.get(name="ada BERG")
    assert {name for name, row in taken.items() if row.is_open} == {"Cy Holm", "Dee Falk"}
    assert len(taken["Cy Holm"].candidates) == 2
    assert {row.name for row in found.people if row.player is None and not row.is_open} == {
        "Bo Lind",
        "Eve Roth",
        "Gus Tell",
    }
    assert (found.events, found.matches, len(found.faults)) == (2, 5, 2)
    # An account and a grant for who asks, and nothing else.
    assert stored() == {**before, "Account": before["Account"] + 1, "Grant": before["Grant"] + 1}
    with pytest.raises(BadInputs) as caught:
        season_joins.run(by=admin(saloon), club=saloon, data=data)
    assert {error.code for error in caught.value.errors} == {"season_person_open"}


def test_decided_it_comes_in_with_the_standings_of_the_file_and_a_second_time_adds_nothing(
    season: Season, saloon: Club
) -> None:
    data, by = whole(season), admin(saloon)
    cy = Player.objects.filter(name="Cy Holm", memberships__club=saloon).last()
    assert cy is not None
    choices = {
        number(data, "Cy Holm"): str(cy.pk),
        number(data, "Dee Falk"): "new",
    }
    people = Player.objects.count()

    taken = season_joins.run(by=by, club=saloon, data=data, people=choices)

    assert taken.is_new
    assert Player.objects.count() == people + 4
    standings.catch_up()
    taken.season.refresh_from_db()
    assert standings.check(taken.season) == ()
    made: Any = season_file.of_season(taken.season, full=True)  # Any: JSON
    rows = {row["name"]: (row["rank"], row["values"]) for row in made["standings"]["rows"]}
    rows["Ada Berg"] = rows.pop("ada BERG")
    assert rows == {
        row["name"]: (row["rank"], row["values"]) for row in told(data)["standings"]["rows"]
    }
    before = stored()
    again = season_joins.run(by=by, club=saloon, data=data)
    assert (again.season, again.is_new, stored()) == (taken.season, False, before)


def test_equal_rules_are_taken_again_and_others_made_beside_them_by_who_manages_the_club(
    season: Season, saloon: Club
) -> None:
    data, by = whole(season), admin(saloon)
    choices = {number(data, name): "new" for name in ("Cy Holm", "Dee Falk")}
    organizer = factories.actor(Role.ORGANIZER, saloon)
    found = season_joins.preview(by=organizer, club=saloon, data=data, people=choices)
    assert {error.code for error in found.faults} == {"season_file_rules"}
    assert "Some Game" not in sentence(found.faults[0])
    season_joins.run(by=by, club=saloon, data=data, people=choices)
    boxes, rulesets = saloon.games.count(), saloon.rulesets.count()

    # The season after it, of the same people.
    second = json.loads(json.dumps(told(data)).replace("2026-", "2027-"))
    later = files.seal(second, signing.private_key())
    people = {
        str(one["player"]): str(
            Player.objects.filter(memberships__club=saloon, name=one["name"]).latest("pk").pk
        )
        for one in second["players"]
        if one["name"] in ("Cy Holm", "Dee Falk")
    }
    found = season_joins.preview(by=organizer, club=saloon, data=later, people=people)
    assert all(row.ruleset is not None for row in found.rulesets)
    assert (found.faults, [row.player is None for row in found.people]) == ((), [False] * 6)
    taken = season_joins.run(by=organizer, club=saloon, data=later, people=people)

    assert (taken.is_new, taken.season.slug) == (True, "autumn-2")
    assert (saloon.games.count(), saloon.rulesets.count()) == (boxes, rulesets)


def test_two_of_a_file_are_never_one_and_no_one_but_the_club_knows_can_be_chosen(
    season: Season, saloon: Club
) -> None:
    data, by = whole(season), admin(saloon)
    ada = Player.objects.get(name="ada BERG")
    twice = {number(data, "Bo Lind"): str(ada.pk)}
    found = season_joins.preview(by=by, club=saloon, data=data, people=twice)
    assert "season_person_twice" in {error.code for error in found.faults}

    stranger = Player.objects.get(name="Eve Roth")
    for wrong in ({"1": str(stranger.pk)}, {"99": "new"}, {"1": "nobody"}):
        with pytest.raises(BadInput) as caught:
            season_joins.preview(by=by, club=saloon, data=data, people=wrong)
        assert (caught.value.code, caught.value.field) == ("season_file_choice", "people")


def test_what_the_club_has_already_is_not_counted_twice(season: Season) -> None:
    with pytest.raises(BadInput) as caught:
        season_joins.preview(by=admin(season.club), club=season.club, data=whole(season))
    assert caught.value.code == "season_file_played_here"
    assert MatchRecord.objects.count() == 5


def test_the_yes_of_an_organizer_to_a_key_holds_for_one_file(season: Season, saloon: Club) -> None:
    by, other = admin(saloon), Ed25519PrivateKey.generate()
    sent = files.seal(told(season_files.export(by=ANONYMOUS, season=season)), other)
    with pytest.raises(BadInput) as caught:
        season_joins.preview(by=by, club=saloon, data=sent)
    trust = str(caught.value.params["fingerprint"])
    found = season_joins.preview(by=by, club=saloon, data=sent, trust=trust)
    choices = {str(row.number): "new" for row in found.people if row.is_open}

    assert season_joins.run(by=by, club=saloon, data=sent, trust=trust, people=choices).is_new

    assert (TrustedKey.objects.count(), SeasonImport.objects.count()) == (0, 1)
    # The public file says nothing of who is hidden, and takes them for nobody.
    assert {row.name: row.player for row in found.people}["Player"] is None


def test_who_may_not_manage_the_club_hears_nothing_of_a_file(season: Season, saloon: Club) -> None:
    for by in (ANONYMOUS, admin(season.club), factories.actor()):
        with pytest.raises(NotAllowed):
            season_joins.preview(by=by, club=saloon, data=whole(season))


def test_a_wrong_reference_is_named_with_its_place(season: Season) -> None:
    good = told(whole(season))
    season_references.check(good)

    def said(change: Any) -> str:  # Any: a change of JSON
        copy = json.loads(json.dumps(good))
        change(copy)
        with pytest.raises(BadInput) as caught:
            season_references.check(copy)
        return sentence(caught.value)

    first = "events 1, stages 1, rounds 1, tables 1, seats 2"

    def seat(it: Any) -> None:
        it["events"][0]["stages"][0]["rounds"][0]["tables"][0]["seats"][1]["player"] = 77

    assert f"at {first}, player is “77”, and nothing in “entries”" in said(seat)
    assert "at season, ruleset is “9”" in said(lambda it: it["season"].update(ruleset=9))
    assert "events 2, stages is missing" in said(lambda it: it["events"][1].pop("stages"))
    assert "at players 1, player is “6”" in said(lambda it: it["players"][0].update(player="6"))
    assert "at rulesets 1, ruleset is “5”" in said(lambda it: it["rulesets"][0].update(ruleset=5))
