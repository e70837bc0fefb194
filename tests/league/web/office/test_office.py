"""The office pages of a club: who opens them, what they change, what they refuse."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.core.enums import Role, Visibility
from league.models import Account, ApiToken, Club, Grant, Invitation, JournalLine, Player
from league.queries.people import access as known
from league.services.people import access
from tests import factories as make
from tests.markup import tight

pytestmark = pytest.mark.django_db

OFFICE = ("people", "people/import", "roles", "tokens", "journal", "settings")
PASSWORD = "a table by the window"


def signed_in(role: Role | None = None, on: Club | None = None) -> tuple[Client, Account]:
    account = make.account()
    if role is not None:
        make.grant(account, role, on)
    client = Client()
    client.force_login(account)
    return client, account


@pytest.mark.parametrize("office", OFFICE)
def test_an_admin_opens_every_office_page(office: str) -> None:
    club = make.club()
    make.member(club, "Ada Quill")
    client, _ = signed_in(Role.CLUB_ADMIN, club)

    answer = client.get(f"/c/{club.slug}/office/{office}/")

    assert answer.status_code == 200


@pytest.mark.parametrize("office", OFFICE)
def test_a_visitor_of_an_office_page_is_asked_to_sign_in(office: str) -> None:
    club = make.club()
    path = f"/c/{club.slug}/office/{office}/"

    answer = Client().get(path)

    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/account/login/?next={path}",
    )


@pytest.mark.parametrize("office", OFFICE)
@pytest.mark.parametrize(
    ("visibility", "status"), [(Visibility.PUBLIC, 403), (Visibility.MEMBERS, 404)]
)
def test_an_organizer_of_another_club_gets_no_office_page(
    office: str, visibility: Visibility, status: int
) -> None:
    club = make.club(visibility=visibility)
    client, _ = signed_in(Role.CLUB_ADMIN, make.club())

    answer = client.get(f"/c/{club.slug}/office/{office}/")

    assert answer.status_code == status


def test_adding_somebody_takes_one_field() -> None:
    club = make.club()
    client, _ = signed_in(Role.ORGANIZER, club)

    answer = client.post(
        f"/c/{club.slug}/office/people/",
        {"key": "k1", "name": " Zoe\u0308  Berg ", "kind": "member"},
    )

    assert answer.status_code == 302
    assert list(Player.objects.values_list("name", flat=True)) == ["Zoë Berg"]


def test_the_same_form_sent_twice_adds_one_person() -> None:
    club = make.club()
    client, _ = signed_in(Role.ORGANIZER, club)
    sent = {"key": "k1", "name": "Zoë Berg", "kind": "member"}

    answers = [client.post(f"/c/{club.slug}/office/people/", sent) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Player.objects.count() == 1


def test_a_similar_name_is_shown_and_can_be_added_anyway() -> None:
    club = make.club()
    make.member(club, "Anna Berg", birth_year=1980)
    client, _ = signed_in(Role.ORGANIZER, club)
    path, sent = (
        f"/c/{club.slug}/office/people/",
        {"key": "k", "name": "Ana Berg", "kind": "member"},
    )

    refused = client.post(path, sent)
    added = client.post(path, {**sent, "allow_similar": "on"})

    assert refused.status_code == 409
    assert "Is it one of these?" in refused.content.decode()
    assert added.status_code == 302
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "Zo\0e"), ("birth_year", "1700"), ("email", "nowhere"), ("name", "")],
)
def test_a_fault_is_shown_at_its_field_and_nothing_is_stored(field: str, value: str) -> None:
    club = make.club()
    client, _ = signed_in(Role.ORGANIZER, club)
    before = JournalLine.objects.count()

    answer = client.post(
        f"/c/{club.slug}/office/people/",
        {"key": "k", "name": "Zoë Berg", "kind": "member", field: value},
    )

    assert answer.status_code == 400
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert (Player.objects.count(), JournalLine.objects.count()) == (0, before)


@pytest.mark.parametrize("name", ["</script><img src=x onerror=alert(1)>", "=1+1", "{{7919*7907}}"])
def test_script_and_formulas_in_a_name_are_text(name: str) -> None:
    club = make.club('"><svg/onload=alert(1)>')
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    client.post(f"/c/{club.slug}/office/people/", {"key": "k", "name": name, "kind": "member"})
    player = Player.objects.get()

    pages = [client.get(f"/c/{club.slug}/office/{page}/") for page in OFFICE]
    pages.append(client.get(f"/p/{player.pk}/edit/"))
    text = "".join(page.content.decode() for page in pages)

    assert player.name == name
    assert text.count("<img src=x") == 0
    assert text.count("<svg/onload") == 0
    assert text.count("62615533") == 0


def test_the_filter_finds_a_name_without_its_accents() -> None:
    club = make.club()
    make.member(club, "Zoé Berg")
    make.member(club, "Tom Quill")
    client, _ = signed_in(Role.ORGANIZER, club)

    page = client.get(f"/c/{club.slug}/office/people/", {"q": "ZOE"}).content.decode()

    assert (page.count(">Zoé Berg<"), page.count(">Tom Quill<")) == (1, 0)


def test_the_list_asks_as_many_questions_for_three_people_as_for_one() -> None:
    club = make.club()
    client, _ = signed_in(Role.ORGANIZER, club)
    counts = []
    for names in (["Ada Quill"], ["Tom Quill", "Zoé Berg"]):
        for name in names:
            make.member(club, name)
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/c/{club.slug}/office/people/")
        counts.append(len(asked))

    assert counts[0] == counts[1]


# --- settings --------------------------------------------------------------------------


def settings_of(club: Club, **changes: str | int) -> dict[str, str | int]:
    return {
        "version": club.version,
        "name": club.name,
        "description": "",
        "visibility": "public",
        "name_level": "full",
        "time_zone": "Europe/Berlin",
        "language": "en",
        **changes,
    }


def test_a_stale_settings_form_shows_both_versions_and_can_then_be_saved() -> None:
    club = make.club("Old Name")
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    path = f"/c/{club.slug}/office/settings/"
    first = client.post(path, settings_of(club, name="Mine"))
    second = client.post(path, settings_of(club, name="Theirs"))
    club.refresh_from_db()
    stood = club.name
    page = second.content.decode()
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None

    third = client.post(path, settings_of(club, name="Theirs", version=version[1]))
    club.refresh_from_db()

    assert (first.status_code, second.status_code, third.status_code) == (302, 409, 302)
    assert (stood, club.name) == ("Mine", "Theirs")
    assert "<td>Mine</td><td>Theirs</td>" in tight(page)


def test_an_organizer_cannot_change_the_clubs_settings() -> None:
    club = make.club("Old Name")
    client, _ = signed_in(Role.ORGANIZER, club)

    answer = client.post(f"/c/{club.slug}/office/settings/", settings_of(club, name="Mine"))
    club.refresh_from_db()

    assert (answer.status_code, club.name) == (403, "Old Name")


def test_a_site_admin_founds_a_club() -> None:
    client, _ = signed_in(Role.SITE_ADMIN)

    page = client.get("/c/new/")
    answer = client.post("/c/new/", settings_of(Club(name="Übungsclub", version=1)))

    assert page.status_code == 200
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        "/c/ubungsclub/office/people/",
    )


# --- roles, links, tokens --------------------------------------------------------------


def test_an_invitation_link_is_shown_once_and_gives_its_role_once() -> None:
    club = make.club()
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    path = f"/c/{club.slug}/office/roles/"
    client.post(path, {"role": "organizer", "scope": "club", "note": "Tom", "days": "14"})
    link = re.search(r"http://testserver(/i/[^/]+/)", client.get(path).content.decode())
    again = re.search(r"http://testserver(/i/[^/]+/)", client.get(path).content.decode())
    assert link is not None

    newcomer = Client()
    page = newcomer.get(link[1])
    accepted = newcomer.post(link[1], {"email": "tom@club.example", "password": PASSWORD})
    people = newcomer.get(f"/c/{club.slug}/office/people/")
    late = Client().get(link[1])

    assert again is None
    assert (page.status_code, page.headers["Referrer-Policy"]) == (200, "same-origin")
    assert "no-store" in page.headers["Cache-Control"]
    assert (accepted.status_code, people.status_code, late.status_code) == (302, 200, 410)
    grant = Grant.objects.get(account__email="tom@club.example")
    assert (grant.role, grant.club_id) == (Role.ORGANIZER, club.pk)


def test_opening_an_invitation_link_changes_nothing() -> None:
    club = make.club()
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    client.post(
        f"/c/{club.slug}/office/roles/",
        {"role": "organizer", "scope": "club", "note": "", "days": "14"},
    )
    link = re.search(
        r"http://testserver(/i/[^/]+/)",
        client.get(f"/c/{club.slug}/office/roles/").content.decode(),
    )
    assert link is not None

    statuses = [Client().get(link[1]).status_code, Client().head(link[1]).status_code]

    assert statuses == [200, 200]
    assert Invitation.objects.get().accepted_at is None


def test_a_weak_password_is_refused_at_the_field() -> None:
    path = access.setup_link()
    assert path is not None

    answer = Client().post(path, {"email": "boss@club.example", "password": "short"})

    assert answer.status_code == 400
    assert 'id="id_password_error"' in answer.content.decode()
    assert Account.objects.count() == 0


def test_the_setup_link_makes_the_first_site_admin_who_lands_on_a_new_club() -> None:
    path = access.setup_link()
    assert path is not None

    client = Client()
    answer = client.post(path, {"email": "boss@club.example", "password": PASSWORD})

    assert (answer.status_code, answer.headers["Location"]) == (302, "/c/new/")
    assert client.get("/c/new/").status_code == 200
    assert access.setup_link() is None


def test_a_role_is_taken_away_by_post_alone() -> None:
    club = make.club()
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    grant = make.grant(make.account(), Role.ORGANIZER, club)
    path = f"/c/{club.slug}/office/roles/{grant.pk}/end/"

    asked = [client.get(path).status_code, client.head(path).status_code]
    before = Grant.objects.filter(pk=grant.pk).exists()
    done = client.post(path)

    assert (asked, before) == ([405, 405], True)
    assert (done.status_code, Grant.objects.filter(pk=grant.pk).exists()) == (302, False)


def test_a_new_password_link_is_made_for_somebody_of_the_club_alone() -> None:
    club = make.club()
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    ours = make.grant(make.account(), Role.ORGANIZER, club)
    shared = make.account()
    both = make.grant(shared, Role.ORGANIZER, club)
    make.grant(shared, Role.ORGANIZER, make.club())

    answers = [
        client.post(f"/c/{club.slug}/office/roles/{grant.pk}/password/").status_code
        for grant in (ours, both)
    ]

    assert answers == [302, 403]


def test_a_token_is_shown_once_and_reads_as_its_account_until_it_ends() -> None:
    club = make.club()
    client, account = signed_in(Role.CLUB_ADMIN, club)
    client.post("/me/", {"name": "score script", "scopes": ["read", "records"], "days": ""})
    secret = re.search(r"<code>([^<]+)</code>", client.get("/me/").content.decode())
    assert secret is not None
    actor = known.actor_by_token(secret[1])
    assert actor is not None
    row = ApiToken.objects.get()

    ended = client.post(f"/me/tokens/{row.pk}/end/")

    assert (actor.account_id, actor.scopes) == (account.pk, frozenset({"read", "records"}))
    assert ended.status_code == 302
    assert known.actor_by_token(secret[1]) is None


def test_nobody_ends_the_token_of_somebody_else() -> None:
    client, _ = signed_in()
    other, _ = signed_in()
    other.post("/me/", {"name": "mine", "scopes": ["read"], "days": ""})
    row = ApiToken.objects.get()

    answer = client.post(f"/me/tokens/{row.pk}/end/")
    row.refresh_from_db()

    assert (answer.status_code, row.revoked_at) == (404, None)


# --- one person ------------------------------------------------------------------------


def test_everybody_sets_their_own_public_name_and_nothing_else() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    client = Client()
    client.force_login(make.account(player=player))

    page = client.get(f"/p/{player.pk}/edit/").content.decode()
    answer = client.post(
        f"/p/{player.pk}/edit/",
        {"version": 1, "nickname": "Owl", "name_level": "nickname", "name": "Somebody Else"},
    )
    player.refresh_from_db()

    assert (page.count('name="nickname"'), page.count('name="email"')) == (1, 0)
    assert answer.status_code == 302
    assert (player.name, player.nickname, player.name_level) == ("Ada Quill", "Owl", "nickname")


@pytest.mark.parametrize("who", ["member", "event organizer", "other club"])
def test_the_profile_of_somebody_else_opens_for_their_own_organizers_alone(who: str) -> None:
    club = make.club()
    player = make.member(club, "Ada Quill", email="ada@club.example")
    event = make.event(club)
    make.entry(event, player)
    scope = {"member": None, "event organizer": event, "other club": make.club()}[who]
    account = make.account(player=make.member(club, "Tom Ash") if who == "member" else None)
    if scope is not None:
        make.grant(account, Role.ORGANIZER, scope)
    client = Client()
    client.force_login(account)

    opened = client.get(f"/p/{player.pk}/edit/")
    sent = client.post(f"/p/{player.pk}/edit/", {"version": 1, "name": "Changed"})
    player.refresh_from_db()

    assert (opened.status_code, sent.status_code, player.name) == (403, 403, "Ada Quill")
    assert opened.content.decode().count("ada@club.example") == 0


def test_a_membership_of_another_club_is_not_found_under_ones_own() -> None:
    ours, theirs = make.club(), make.club()
    row = make.member(theirs, "Tom Ash").memberships.get()
    client, _ = signed_in(Role.CLUB_ADMIN, ours)

    answer = client.post(
        f"/c/{ours.slug}/office/memberships/{row.pk}/", {"action": "end", f"e{row.pk}-on": ""}
    )
    row.refresh_from_db()

    assert (answer.status_code, row.until) == (404, None)


def test_memberships_change_end_and_start_again_on_the_persons_page() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    row = player.memberships.get()
    client, _ = signed_in(Role.ORGANIZER, club)
    path = f"/c/{club.slug}/office/memberships/{row.pk}/"

    statuses = [
        client.post(
            path,
            {f"m{row.pk}-kind": "guest", f"m{row.pk}-member_no": "9", f"m{row.pk}-version": 1},
        ).status_code,
        client.post(
            path, {"action": "end", f"e{row.pk}-on": "2026-11-01", f"e{row.pk}-version": 2}
        ).status_code,
        client.post(
            f"/c/{club.slug}/office/people/{player.pk}/join/", {"kind": "member"}
        ).status_code,
    ]
    row.refresh_from_db()

    assert statuses == [302, 302, 302]
    assert (row.kind, row.member_no, str(row.until)) == ("guest", "9", "2026-11-01")
    assert player.memberships.filter(until__isnull=True).count() == 1


def test_of_two_who_change_one_membership_the_second_sees_both_and_may_save_again() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    row = player.memberships.get()
    client, _ = signed_in(Role.ORGANIZER, club)
    path = f"/c/{club.slug}/office/memberships/{row.pk}/"
    mine = {f"m{row.pk}-kind": "member", f"m{row.pk}-since": "2026-01-01", f"m{row.pk}-version": 1}
    end = {"action": "end", f"e{row.pk}-on": "2026-11-01", f"e{row.pk}-version": 1}
    client.post(path, {**mine, f"m{row.pk}-member_no": "7"})

    late = client.post(path, {**mine, f"m{row.pk}-member_no": "8"})
    late_end = client.post(path, end)
    form = late.context["memberships"][0].form
    again = client.post(
        path, {**mine, f"m{row.pk}-member_no": "8", f"m{row.pk}-version": form["version"].value()}
    )

    row.refresh_from_db()
    assert (late.status_code, late.context["differences"]) == (409, [("Member number", "7", "8")])
    assert (late_end.status_code, late_end.context["differences"]) == (
        409,
        [("Last day", "–", "2026-11-01")],
    )
    assert late_end.context["memberships"][0].end["version"].value() == "2"
    assert f'<a href="/p/{player.pk}/edit/">Reload page</a>' in late.content.decode()
    assert (again.status_code, row.member_no, row.until) == (302, "8", None)


def test_the_message_of_an_organizer_is_for_nobody_else() -> None:
    club = make.club()
    client, _ = signed_in(Role.ORGANIZER, club)
    client.post(
        f"/c/{club.slug}/office/people/", {"key": "k", "name": "Ada Quill", "kind": "member"}
    )

    visitor = Client().get("/account/login/")
    own = client.get(f"/c/{club.slug}/office/people/")

    assert visitor.content.decode().count("Ada Quill added") == 0
    assert own.content.decode().count("Ada Quill added") == 1
    assert "private" in own.headers["Cache-Control"]


# --- changing addresses ----------------------------------------------------------------


def changing_addresses(club: Club, player: Player) -> list[str]:
    membership = player.memberships.get()
    return [
        "/account/logout/",
        "/i18n/setlang/",
        "/me/tokens/1/end/",
        f"/c/{club.slug}/office/roles/1/end/",
        f"/c/{club.slug}/office/roles/1/password/",
        f"/c/{club.slug}/office/invitations/1/end/",
        f"/c/{club.slug}/office/people/{player.pk}/join/",
        f"/c/{club.slug}/office/people/{player.pk}/invite/",
        f"/c/{club.slug}/office/memberships/{membership.pk}/",
    ]


def test_addresses_that_change_something_answer_no_get_and_no_head() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    client, _ = signed_in(Role.CLUB_ADMIN, club)
    before = JournalLine.objects.count()

    statuses = {
        path: (client.get(path).status_code, client.head(path).status_code)
        for path in changing_addresses(club, player)
    }

    assert statuses == dict.fromkeys(statuses, (405, 405))
    assert JournalLine.objects.count() == before


def test_a_post_without_its_token_is_refused() -> None:
    club = make.club()
    player = make.member(club, "Ada Quill")
    account = make.account()
    make.grant(account, Role.CLUB_ADMIN, club)
    client = Client(enforce_csrf_checks=True)
    client.force_login(account)
    pages = [f"/c/{club.slug}/office/{page}/" for page in ("people", "roles", "settings")]
    before = JournalLine.objects.count()

    statuses = {
        path: client.post(path).status_code for path in [*changing_addresses(club, player), *pages]
    }

    assert statuses == dict.fromkeys(statuses, 403)
    assert JournalLine.objects.count() == before


def test_two_people_are_kept_apart_and_let_together_again_on_a_persons_page() -> None:
    club = make.club()
    ada, ben = make.member(club, "Ada Quill"), make.member(club, "Ben Otter")
    make.member(make.club(), "Cleo Winter")
    client, _ = signed_in(Role.ORGANIZER, club)
    path = f"/c/{club.slug}/office/people/{ada.pk}/apart/"
    choice = f'<option value="{ben.pk}">Ben Otter</option>'
    before = client.get(f"/p/{ada.pk}/edit/").content.decode()

    kept = client.post(path, {"other": str(ben.pk)}, follow=True).content.decode()
    twice = client.post(path, {"other": str(ben.pk)})
    theirs = client.get(f"/p/{ben.pk}/edit/").content.decode()
    lifted = client.post(path, {"other": str(ben.pk), "action": "lift"}, follow=True)

    assert (before.count(choice), kept.count(choice)) == (1, 0)
    assert "Cleo Winter" not in before
    assert "Ada Quill and Ben Otter never share a table." in kept
    assert "Ada Quill and Ben Otter are already kept apart." in twice.content.decode()
    assert f'name="other" value="{ada.pk}"' in theirs
    assert "Ada Quill and Ben Otter may share a table again." in lifted.content.decode()
    assert lifted.content.decode().count(choice) == 1


def test_nobody_but_the_organizers_learns_who_is_kept_apart() -> None:
    club = make.club()
    ada, ben = make.member(club, "Ada Quill"), make.member(club, "Ben Otter")
    organizer, _ = signed_in(Role.ORGANIZER, club)
    path = f"/c/{club.slug}/office/people/{ada.pk}/apart/"
    organizer.post(path, {"other": str(ben.pk)})
    own = Client()
    own.force_login(make.account(player=ada))

    page = own.get(f"/p/{ada.pk}/edit/")
    answers = [own.post(path, {"other": str(ben.pk), "action": "lift"}).status_code]
    answers.append(Client().post(path, {"other": str(ben.pk)}).status_code)

    assert "Never at one table with" in organizer.get(f"/p/{ada.pk}/edit/").content.decode()
    assert "Never at one table with" not in page.content.decode()
    assert "Ben Otter" not in page.content.decode()
    assert answers == [403, 302]


@pytest.mark.parametrize("other", ["", "x", "0", "99999999", "1" * 30])
def test_a_wrong_person_to_be_kept_apart_from_is_no_fault_of_the_server(other: str) -> None:
    club = make.club()
    ada = make.member(club, "Ada Quill")
    client, _ = signed_in(Role.ORGANIZER, club)

    answer = client.post(f"/c/{club.slug}/office/people/{ada.pk}/apart/", {"other": other})

    assert answer.status_code in {400, 404}


@pytest.mark.parametrize("route", ["account_login", "account_reset_password"])
def test_the_address_is_called_the_same_everywhere(route: str) -> None:
    html = Client().get(reverse(route)).content.decode()

    assert "E-mail" in html
    assert "Email" not in html


def test_what_follows_for_evenings_that_were_played_is_shown_before_a_guest_becomes_a_member() -> (
    None
):
    club = make.club()
    admin, _ = signed_in(Role.ORGANIZER, club)
    player = make.member(club, "Gerd Gast")
    row = player.memberships.get()
    row.kind = "guest"
    row.save()
    event = make.event(club, name="Night of the Comet", starts_at=timezone.now())
    entry = make.entry(event, player, is_guest=True)
    path = f"/c/{club.slug}/office/memberships/{row.pk}/"
    typed = {f"m{row.pk}-version": "1", f"m{row.pk}-kind": "member"}
    typed[f"m{row.pk}-since"] = str(entry.event.starts_at.date() - timedelta(days=1))

    shown = admin.post(path, typed)
    row.refresh_from_db()
    before = row.kind
    fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', shown.content.decode()))
    saved = admin.post(path, {name: fields[name] for name in (*typed, "sure")})

    told = " ".join(re.sub(r"<[^>]+>", " ", shown.content.decode()).split())
    assert "Night of the Comet" in told
    assert "counts as a member's result" in told.replace("&#x27;", "'")
    assert (shown.status_code, before, saved.status_code) == (200, "guest", 302)
    entry.refresh_from_db()
    assert entry.is_guest is False
