"""The office's page on which a record is set right, erased or deleted."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import Role
from league.models import Club, Entry, Player, Table
from tests import factories as make
from tests.flows.visitors import Reader

pytestmark = pytest.mark.django_db


def signed_in(role: Role, on: Club) -> Client:
    account = make.account()
    make.grant(account, role, on)
    client = Client()
    client.force_login(account)
    return client


def a_record() -> tuple[Club, Player, Player, Table]:
    stage = make.stage()
    club = stage.event.club
    ada, other = make.member(club, "Ada Quill"), make.member(club, "Adele Moor")
    entries = [make.entry(stage.event, ada), make.entry(stage.event, make.member(club, "Bo"))]
    table = make.table(make.round_(stage), entries)
    make.played(table, [1, 2])
    return club, ada, other, table


def path(club: Club, player: Player) -> str:
    return f"/c/{club.slug}/office/people/{player.pk}/record/"


def test_ticked_results_go_to_the_chosen_person() -> None:
    club, ada, other, table = a_record()
    boss = signed_in(Role.CLUB_ADMIN, club)

    text = boss.get(path(club, ada)).content.decode()
    sent = boss.post(path(club, ada), {"do": "split", "to": other.pk, "table": [table.pk]})

    assert f'name="table" value="{table.pk}"' in text
    assert (sent.status_code, sent.headers["Location"]) == (302, path(club, other))
    assert Entry.objects.get(player=other).scores.count() == 1


def test_nothing_ticked_and_nothing_readable_are_said_on_the_page() -> None:
    club, ada, other, _ = a_record()
    boss = signed_in(Role.CLUB_ADMIN, club)

    for data, words in (
        ({"do": "split", "to": other.pk}, "Choose at least one result."),
        ({"do": "split", "to": "x"}, "“x” is not one of the choices."),
        ({"do": "shred"}, "“shred” is not one of the choices."),
        ({"do": "erase"}, "Tick that you are sure."),
    ):
        answer = boss.post(path(club, ada), data)
        assert answer.status_code == 400
        assert words in answer.content.decode()
    assert Player.objects.get(pk=ada.pk).name == "Ada Quill"


def test_what_was_ticked_and_chosen_stands_again_when_it_is_refused() -> None:
    club, ada, other, table = a_record()
    boss = signed_in(Role.CLUB_ADMIN, club)

    unticked = boss.post(path(club, ada), {"do": "split", "to": other.pk})
    unchosen = boss.post(path(club, ada), {"do": "split", "to": "", "table": [table.pk]})

    forms = [form for page in (unticked, unchosen) for form in Reader(page.content.decode()).forms]
    kept = [fields for form in forms if (fields := dict(form.fields)).get("do") == "split"]
    assert [page.status_code for page in (unticked, unchosen)] == [400, 400]
    assert [(form.get("to", ""), form.get("table")) for form in kept] == [
        (str(other.pk), None),
        ("", str(table.pk)),
    ]


def test_personal_data_are_erased_after_a_tick_and_the_page_says_so() -> None:
    club, ada, _, _ = a_record()
    boss = signed_in(Role.CLUB_ADMIN, club)

    answer = boss.post(path(club, ada), {"do": "erase", "sure": "on"}, follow=True)

    assert Player.objects.get(pk=ada.pk).name == f"Former player {ada.pk}"
    assert "The personal data of this record has been erased." in answer.content.decode()


def test_who_never_played_is_deleted_and_who_played_is_not() -> None:
    club, ada, other, _ = a_record()
    boss = signed_in(Role.CLUB_ADMIN, club)

    gone = boss.post(path(club, other), {"do": "delete", "sure": "on"})
    kept = boss.post(path(club, ada), {"do": "delete", "sure": "on"})

    assert (gone.status_code, kept.status_code) == (302, 409)
    assert not Player.objects.filter(pk=other.pk).exists()
    assert "Erase the personal data instead." in kept.content.decode()


def test_organizers_do_not_get_in() -> None:
    club, ada, _, _ = a_record()

    assert signed_in(Role.ORGANIZER, club).get(path(club, ada)).status_code == 403
    assert signed_in(Role.CLUB_ADMIN, make.club()).get(path(club, ada)).status_code == 403
