"""The office's page for records that are one person, and the button on a player's page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.core.enums import Role, Visibility
from league.models import Account, Claim, Club, Merge, Player
from league.queries.people import profiles
from tests import factories as make
from tests.api import doors

pytestmark = pytest.mark.django_db


def signed_in(
    role: Role | None = None, on: Club | None = None, player: Player | None = None
) -> Client:
    account = make.account(player=player)
    if role is not None:
        make.grant(account, role, on)
    client = Client()
    client.force_login(account)
    return client


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def office(club: Club) -> str:
    return f"/c/{club.slug}/office/same-person/"


def two_spellings() -> tuple[Club, Player, Player]:
    club = make.club()
    return club, make.member(club, "Anna Berg"), make.member(club, "Ana Berg", birth_year=1990)


def test_likely_pairs_are_listed_with_their_numbers_and_a_way_to_compare() -> None:
    club, anna, ana = two_spellings()

    text = " ".join(page(signed_in(Role.CLUB_ADMIN, club), office(club)).split())

    assert f"merge/?kept={anna.pk}&amp;gone={ana.pk}" in text
    assert f"no. {anna.pk}" in text
    assert f"no. {ana.pk} · 1990" in text


def test_the_preview_says_what_follows_and_a_post_does_it_and_takes_it_back() -> None:
    club, anna, ana = two_spellings()
    stage = make.stage(make.event(club))
    make.played(
        make.table(make.round_(stage), [make.entry(stage.event, ana), make.entry(stage.event)]),
        [1, 2],
    )
    boss = signed_in(Role.CLUB_ADMIN, club)
    path = f"{office(club)}merge/"

    text = page(boss, f"{path}?kept={anna.pk}&gone={ana.pk}")
    assert "Filled in, because it is empty: birth year" in text
    assert f"Standings that change: {stage.event.name}" in text
    assert not Merge.objects.exists()

    done = boss.post(path, {"kept": anna.pk, "gone": ana.pk})
    assert (done.status_code, done.headers["Location"]) == (302, office(club))
    row = Merge.objects.get()
    assert (row.kept, row.gone) == (anna, ana)
    assert "Anna Berg: number" not in page(boss, office(club))

    boss.post(f"{office(club)}{row.pk}/undo/")
    row.refresh_from_db()
    assert row.undone_at is not None
    assert "undone" in page(boss, office(club))


def test_a_preview_that_something_has_come_to_since_is_shown_anew_and_merges_nobody() -> None:
    club, anna, ana = two_spellings()
    boss = signed_in(Role.CLUB_ADMIN, club)
    path = f"{office(club)}merge/"
    shown = page(boss, f"{path}?kept={anna.pk}&gone={ana.pk}")
    version = re.search(r'name="version" value="(\d+)"', shown)
    assert version is not None
    sent = {"kept": anna.pk, "gone": ana.pk, "version": version[1]}
    make.entry(make.event(club), ana)

    late = boss.post(path, sent)
    fresh = re.search(r'name="version" value="(\d+)"', late.content.decode())
    assert fresh is not None
    again = boss.post(path, {**sent, "version": fresh[1]})

    assert (late.status_code, again.status_code) == (409, 302)
    assert fresh[1] != version[1]


def test_a_pair_that_met_is_refused_with_the_table_and_no_button() -> None:
    club, anna, ana = two_spellings()
    stage = make.stage(make.event(club))
    make.table(make.round_(stage), [make.entry(stage.event, who) for who in (anna, ana)])
    boss = signed_in(Role.CLUB_ADMIN, club)
    path = f"{office(club)}merge/"

    text = page(boss, f"{path}?kept={anna.pk}&gone={ana.pk}")
    sent = boss.post(path, {"kept": anna.pk, "gone": ana.pk})

    assert f"Both sat at table 1 in round 1 of {stage.event.name}" in text
    assert "Merge them" not in text
    assert sent.status_code == 409
    assert not Merge.objects.exists()


def test_one_record_chosen_twice_is_refused_at_its_field() -> None:
    club, anna, _ = two_spellings()
    boss = signed_in(Role.CLUB_ADMIN, club)

    sent = boss.post(f"{office(club)}merge/", {"kept": anna.pk, "gone": anna.pk})

    assert sent.status_code == 400
    assert "Choose two different records." in sent.content.decode()


@pytest.mark.parametrize("typed", ["", "x", "999999", "٣", "9" * 30])
def test_a_number_that_is_nobodys_is_a_bad_choice(typed: str) -> None:
    club, anna, _ = two_spellings()

    page(signed_in(Role.CLUB_ADMIN, club), f"{office(club)}merge/?kept={anna.pk}&gone={typed}", 400)


def test_organizers_see_the_pairs_and_merge_nobody() -> None:
    club, anna, ana = two_spellings()
    client = signed_in(Role.ORGANIZER, club)

    text = page(client, office(club))
    sent = client.post(f"{office(club)}merge/", {"kept": anna.pk, "gone": ana.pk})

    assert "Anna Berg" in text
    assert "Choose two records" not in text
    assert sent.status_code == 403


def test_admins_of_other_clubs_and_visitors_do_not_get_in() -> None:
    club = make.club(visibility=Visibility.MEMBERS)

    assert signed_in(Role.CLUB_ADMIN, make.club()).get(office(club)).status_code == 404
    assert Client().get(office(club)).status_code == 404


def test_old_addresses_of_a_merged_record_lead_to_the_kept_one_everywhere() -> None:
    club, anna, ana = two_spellings()
    boss = signed_in(Role.CLUB_ADMIN, club)
    boss.post(f"{office(club)}merge/", {"kept": anna.pk, "gone": ana.pk})

    public = Client().get(f"/p/{ana.pk}/?club={club.slug}")
    edit = boss.get(f"/p/{ana.pk}/edit/")
    api = doors.visitor().get(f"/players/{ana.pk}/")

    assert (public.status_code, public.headers["Location"]) == (
        302,
        f"/p/{anna.pk}/?club={club.slug}",
    )
    assert (edit.status_code, edit.headers["Location"]) == (302, f"/p/{anna.pk}/edit/")
    assert (api.status_code, api.json()["id"]) == (200, anna.pk)
    assert "Found by these names, too: Ana Berg" in page(boss, f"/p/{anna.pk}/edit/")


def test_a_hidden_kept_record_is_not_told_by_the_old_address() -> None:
    club, anna, ana = two_spellings()
    signed_in(Role.CLUB_ADMIN, club).post(
        f"{office(club)}merge/", {"kept": anna.pk, "gone": ana.pk}
    )
    Club.objects.update(visibility=Visibility.MEMBERS)

    answer = Client().get(f"/p/{ana.pk}/", follow=True)

    assert answer.status_code == 404


# --- claims -----------------------------------------------------------------------------------


def test_a_guest_is_claimed_on_their_page_and_approved_in_the_office() -> None:
    club = make.club()
    guest = make.entry(make.event(club), "Ada Quill").player
    me = signed_in()
    boss = signed_in(Role.ORGANIZER, club)

    assert "Is this you?" in page(me, f"/p/{guest.pk}/")
    me.post(f"/p/{guest.pk}/claim/", {"note": "the red hat"})
    assert f"An organizer of {club.name} will confirm it." in page(me, f"/p/{guest.pk}/")
    assert "the red hat" in page(boss, office(club))
    claim = Claim.objects.get()
    boss.post(f"{office(club)}claims/{claim.pk}/", {"action": "approve"})

    assert Account.objects.get(pk=claim.account_id).player_id == guest.pk
    assert "Is this you?" not in page(me, f"/p/{guest.pk}/")
    assert "the red hat" not in page(boss, office(club))


def test_a_claim_is_declined_in_the_office() -> None:
    club = make.club()
    guest = make.member(club, "Ada Quill")
    me = signed_in()
    me.post(f"/p/{guest.pk}/claim/")
    claim = Claim.objects.get()

    signed_in(Role.ORGANIZER, club).post(f"{office(club)}claims/{claim.pk}/", {"action": "decline"})

    claim.refresh_from_db()
    assert (claim.state, Account.objects.get(pk=claim.account_id).player_id) == ("declined", None)


def test_a_visitor_is_not_asked_whether_this_is_them_and_claims_nobody() -> None:
    club = make.club()
    guest = make.member(club, "Ada Quill")

    text = page(Client(), f"/p/{guest.pk}/")
    sent = Client().post(f"/p/{guest.pk}/claim/")

    assert "Is this you?" not in text
    assert sent.status_code == 404
    assert not Claim.objects.exists()


def test_no_page_shows_the_merged_record_any_more() -> None:
    club, anna, ana = two_spellings()
    boss = signed_in(Role.CLUB_ADMIN, club)
    boss.post(f"{office(club)}merge/", {"kept": anna.pk, "gone": ana.pk})

    page(boss, office(club))  # where the message is shown
    listed = doors.visitor().get(f"/clubs/{club.slug}/players/").json()["results"]

    assert [(row["id"], row["name"]) for row in listed] == [(anna.pk, "Anna Berg")]
    assert "Ana Berg" not in page(boss, f"/c/{club.slug}/office/people/")
    assert "Ana Berg" not in page(Client(), "/search/?q=Berg")
    assert profiles.faces(make.actor(), [ana], {club.pk: club}) == {}
