"""The games of a club as tiles: what is there, how often it was played, who won last."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel, PictureKind, Role
from league.models import ClubGame
from league.services.office import pictures
from league.web.public import shelf
from tests import factories
from tests.factories.pictures import picture_file

pytestmark = pytest.mark.django_db


def test_a_tile_says_how_often_a_game_was_played_and_who_won_it_last() -> None:
    club = factories.club(name_level=NameLevel.INITIAL)
    ruleset = factories.free_game(club)
    stage = factories.stage(factories.event(club), ruleset=ruleset)
    people = [factories.entry(stage.event, name) for name in ("Ada Quill", "Bo Reed", "Cy Lund")]
    for number in (1, 2):
        factories.played(factories.table(factories.round_(stage, number=number), people), [2, 1, 3])
    kept_back = factories.round_(stage, number=3, is_withheld=True)
    factories.played(factories.table(kept_back, people), [1, 2, 3])
    ClubGame.objects.create(club=club, game="free-form", title="Sold", is_retired=True)
    ClubGame.objects.create(club=club, game="dice-devils", title="Dice Devils")
    admin = factories.actor(Role.CLUB_ADMIN, club)
    box = ruleset.club_game
    key = pictures.put(by=admin, of=box, kind=PictureKind.BOX, data=picture_file()).key

    tiles = shelf.tiles(ANONYMOUS, club)

    assert [(tile.title, tile.matches, tile.href) for tile in tiles] == [
        ("Harbour Lights", "2 matches", ""),
        ("Dice Devils", "0 matches", "/games/dice-devils/"),
    ]
    assert (tiles[0].low, tiles[0].high, tiles[1].low) == (2, 6, None)
    assert [won.name for won in tiles[0].winners] == ["Bo R."]
    assert tiles[0].disc.picture == f"/pictures/{key}/large.webp"
    assert (tiles[1].disc.initials, tiles[1].disc.picture, tiles[1].winners) == ("DD", "", [])
    assert "Last won by" in Client().get(f"/c/{club.slug}/").content.decode()
