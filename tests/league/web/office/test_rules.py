"""Office pages of games, rulesets and points schemes."""

from __future__ import annotations

import pytest
from django.test import Client

from games import catalogue
from games.core.forms import to_form
from league.core.actors import system
from league.core.enums import Role
from league.models import Club, ClubGame, PointsScheme, Ruleset
from league.queries.office import rules as shelf
from league.services.office import rules
from tests import factories

pytestmark = pytest.mark.django_db


def admin_of(club: Club, role: Role = Role.CLUB_ADMIN) -> Client:
    account = factories.account()
    factories.grant(account, role, club)
    client = Client()
    client.force_login(account)
    return client


def test_a_free_form_game_without_a_title_is_not_put_on_the_shelf() -> None:
    club = factories.club()
    browser = admin_of(club)

    page = browser.post(f"/c/{club.slug}/office/rules/", {"game": "free-form", "title": ""})

    assert (page.status_code, ClubGame.objects.count()) == (400, 0)
    assert page.context["form"].errors["title"] == ["Enter the name on the box."]


def test_a_free_form_game_is_put_on_the_shelf_and_described_in_two_forms() -> None:
    club = factories.club()
    browser = admin_of(club)

    first = browser.post(
        f"/c/{club.slug}/office/rules/",
        {"game": "free-form", "title": "Harbour Lights", "copies": "2"},
    )
    second = browser.post(
        first.headers["Location"],
        {
            "name": "Harbour Lights, short",
            "title": "Harbour Lights",
            "seats.0": "3",
            "seats.1": "5",
            "counts": "points",
            "higher_wins": "on",
            "decimals": "1",
            "target": "12,5",
        },
    )

    box, ruleset = ClubGame.objects.get(), Ruleset.objects.get()
    assert (first.status_code, second.status_code) == (302, 302)
    assert (box.title, box.copies) == ("Harbour Lights", 2)
    assert (ruleset.name, ruleset.seats_min, ruleset.seats_max) == (
        "Harbour Lights, short",
        3,
        5,
    )
    assert (ruleset.options["target"], ruleset.options["higher_wins"]) == ("12.5", True)


def test_options_that_exclude_each_other_are_marked_at_their_field() -> None:
    ruleset = factories.free_game(factories.club())
    browser = admin_of(ruleset.club)
    address = f"/c/{ruleset.club.slug}/office/rules/{ruleset.pk}/"

    page = browser.post(
        address, {"title": "X", "seats.0": "5", "seats.1": "many", "counts": "points"}
    )
    reversed_ = browser.post(
        address, {"title": "X", "seats.0": "5", "seats.1": "3", "counts": "points"}
    )

    ruleset.refresh_from_db()
    assert (page.status_code, list(page.context["form"].errors)) == (400, ["seats.1"])
    assert (reversed_.status_code, list(reversed_.context["form"].errors)) == (400, ["seats.1"])
    assert ruleset.seats_max == 6


def test_a_played_ruleset_gets_a_new_version_from_its_form() -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(3)]
    factories.table(factories.round_(stage), people)
    club = stage.event.club
    address = f"/c/{club.slug}/office/rules/{stage.ruleset.pk}/"
    browser = admin_of(club)

    page = browser.get(address)
    answer = browser.post(
        address,
        {
            "title": "Harbour Lights",
            "seats.0": "2",
            "seats.1": "4",
            "counts": "points",
            "higher_wins": "on",
        },
    )

    assert page.context["is_used"] is True
    assert answer.status_code == 302
    assert list(
        club.rulesets.order_by("version").values_list("version", "seats_max", "is_retired")
    ) == [(1, 6, True), (2, 4, False)]


def test_an_old_page_of_a_ruleset_is_told_that_a_newer_version_exists() -> None:
    stage = factories.stage()
    factories.table(factories.round_(stage), [factories.entry(stage.event) for _ in range(3)])
    club = stage.event.club
    address = f"/c/{club.slug}/office/rules/{stage.ruleset.pk}/"
    browser = admin_of(club)
    fields = {"title": "Harbour Lights", "seats.0": "2", "counts": "points", "higher_wins": "on"}
    browser.post(address, {**fields, "seats.1": "4"})

    answer = browser.post(address, {**fields, "seats.1": "5"})

    assert answer.status_code == 409
    assert list(answer.context["form"].errors) == ["__all__"]
    assert [row.seats_max for row in club.rulesets.order_by("version")] == [6, 4]


def test_a_ruleset_is_taken_out_of_the_choices_and_offered_again() -> None:
    ruleset = factories.free_game(factories.club())
    address = f"/c/{ruleset.club.slug}/office/rules/{ruleset.pk}/retire/"
    browser = admin_of(ruleset.club)

    found = []
    for answer in ("yes", "no"):
        browser.post(address, {"retired": answer})
        found.append(Ruleset.objects.get().is_retired)

    assert found == [True, False]


def test_a_box_is_renamed_on_its_page_but_never_like_another_one() -> None:
    club = factories.club()
    first = factories.free_game(club, name="Harbour Lights").club_game
    factories.free_game(club, name="Other Game")
    browser = admin_of(club)
    address = f"/c/{club.slug}/office/rules/games/{first.pk}/"

    refused = browser.post(address, {"title": "Other Game", "copies": "", "version": "1"})
    saved = browser.post(address, {"title": "Harbour", "copies": "3", "version": "1"})

    first.refresh_from_db()
    assert (refused.status_code, list(refused.context["form"].errors)) == (400, ["title"])
    assert (saved.status_code, first.title, first.copies) == (302, "Harbour", 3)


def test_of_two_who_change_one_box_the_second_sees_both_and_may_save_again() -> None:
    club = factories.club()
    box = factories.free_game(club, name="Harbour Lights").club_game
    address = f"/c/{club.slug}/office/rules/games/{box.pk}/"
    browser = admin_of(club)
    version = browser.get(address).context["form"].initial["version"]
    admin_of(club).post(address, {"title": "Harbour", "copies": "3", "version": version})

    late = browser.post(address, {"title": "Harbour", "copies": "4", "version": version})
    again = browser.post(
        address,
        {"title": "Harbour", "copies": "4", "version": late.context["form"]["version"].value()},
    )

    box.refresh_from_db()
    assert (late.status_code, late.context["differences"]) == (409, [("Copies", "3", "4")])
    assert (again.status_code, box.copies, box.version) == (302, 4, 3)


def test_of_two_who_change_one_scheme_the_second_sees_both_and_may_save_again() -> None:
    club = factories.club()
    row = PointsScheme.objects.create(
        club=club, name="Ours", spec={"key": "custom", "rows": {"3": ["4", "2", "0"]}}
    )
    address = f"/c/{club.slug}/office/rules/schemes/{row.pk}/"
    browser = admin_of(club)
    version = browser.get(address).context["form"].initial["version"]
    typed = {"name": "Ours", "key": "custom", "ties": "share", "version": version}
    admin_of(club).post(address, {**typed, "row_3": "5 2 0"})

    late = browser.post(address, {**typed, "row_3": "6 2 0", "row_4": "6 4 2 0"})
    again = browser.post(
        address,
        {**typed, "row_3": "6 2 0", "version": late.context["form"]["version"].value()},
    )

    row.refresh_from_db()
    assert (late.status_code, late.context["differences"]) == (
        409,
        [("Table of 3", "5 2 0", "6 2 0"), ("Table of 4", "–", "6 4 2 0")],
    )
    assert (again.status_code, row.spec["rows"], row.version) == (302, {"3": ["6", "2", "0"]}, 3)


@pytest.mark.parametrize("typed", ["10, 6, 2", "10,6,2", "10; 6; 2", "10 / 6 / 2", "10/6/2"])
def test_a_row_may_be_typed_with_commas_semicolons_spaces_or_slashes(typed: str) -> None:
    club = factories.club()
    form = {"name": "Ours", "key": "custom", "ties": "share", "row_3": typed}

    answer = admin_of(club).post(f"/c/{club.slug}/office/rules/schemes/new/", form)

    assert answer.status_code == 302
    assert PointsScheme.objects.get().spec["rows"] == {"3": ["10", "6", "2"]}


def test_a_scheme_shows_what_it_pays_before_it_is_saved() -> None:
    club = factories.club()
    browser = admin_of(club)
    address = f"/c/{club.slug}/office/rules/schemes/new/"
    form = {
        "name": "Ours",
        "key": "custom",
        "ties": "share",
        "row_3": "10 6 2",
        "row_5": "12 8 5,5 3 2",
    }

    page = browser.post(address, {**form, "preview": "yes"})
    saved_by_preview = PointsScheme.objects.count()
    answer = browser.post(address, form)

    assert (page.status_code, saved_by_preview, answer.status_code) == (200, 0, 302)
    assert [(row.size, row.points, row.mean) for row in page.context["examples"]] == [
        (3, ["10", "6", "2"], "6"),
        (5, ["12", "8", "5.50", "3", "2"], "6.10"),
    ]
    assert page.context["missing_sizes"] == (4, 6)
    assert PointsScheme.objects.get().spec["rows"] == {
        "3": ["10", "6", "2"],
        "5": ["12", "8", "11/2", "3", "2"],
    }


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("1 2 4 0", "Table size 4: place 2 must not get more than the place before it."),
        ("4 2 1", "Table size 4: the points for place 4 are missing."),
        ("4 two 1 0", "Enter a number such as 4, 5.5 or 16/3."),
    ],
)
def test_a_typing_error_in_a_row_is_marked_at_that_row(row: str, sentence: str) -> None:
    club = factories.club()

    page = admin_of(club).post(
        f"/c/{club.slug}/office/rules/schemes/new/",
        {"name": "Ours", "key": "custom", "row_4": row},
    )

    assert page.status_code == 400
    assert page.context["form"].errors == {"row_4": [sentence]}
    assert PointsScheme.objects.count() == 0


def test_a_saved_scheme_is_shown_again_as_it_was_typed_and_may_be_removed() -> None:
    club = factories.club()
    row = PointsScheme.objects.create(
        club=club, name="Ours", spec={"key": "custom", "rows": {"3": ["4", "5/2", "0"]}}
    )
    browser = admin_of(club)
    address = f"/c/{club.slug}/office/rules/schemes/{row.pk}/"

    page = browser.get(address)
    browser.post(f"{address}remove/")

    assert page.context["form"].initial["row_3"] == "4 5/2 0"
    assert PointsScheme.objects.count() == 0


def test_every_field_of_every_game_is_on_its_page() -> None:
    club = factories.club()
    browser = admin_of(club)

    shown = {}
    for package in catalogue.all_games():
        box = ClubGame.objects.create(club=club, game=package.key, title=package.key)
        page = browser.get(f"/c/{club.slug}/office/rules/games/{box.pk}/new/").content.decode()
        names = [cell.name for cell in package.sheet.option_fields()]
        shown[package.key] = [name for name in names if f'name="{name}"' not in page]

    assert shown == {package.key: [] for package in catalogue.all_games()}


def test_saving_the_untouched_options_of_a_game_makes_no_new_version() -> None:

    club = factories.club()
    rules.stock(by=system("test"), club=club)
    browser = admin_of(club)
    before = list(Ruleset.objects.values())

    for ruleset in Ruleset.objects.all():
        package = catalogue.get(ruleset.club_game.game)
        texts = to_form(ruleset.options, package.sheet.option_fields())
        address = f"/c/{club.slug}/office/rules/{ruleset.pk}/"
        assert browser.post(address, texts).status_code == 302

    assert list(Ruleset.objects.values()) == before


def test_a_copy_with_other_coal_keeps_it_when_its_form_is_saved() -> None:
    club = factories.club()
    box = ClubGame.objects.create(club=club, game="the-devil-with-it", title="Old copy")
    coal = {"10": 9, "30": 14, "devil": 5}
    ruleset = rules.add_ruleset(
        by=system("test"), club_game=box, name="Old copy", options={"coal": coal}
    )
    browser = admin_of(club)
    address = f"/c/{club.slug}/office/rules/{ruleset.pk}/"

    shown = browser.get(address).context["form"].initial
    texts = {name: "on" if text is True else text for name, text in shown.items() if text}
    browser.post(address, {**texts, "coal.more": "60, 2"})

    ruleset.refresh_from_db()
    assert ruleset.options["coal"] == {**coal, "60": 2}


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.CLUB_ADMIN])
def test_only_the_clubs_own_admin_opens_the_shelf(role: Role) -> None:
    club, other = factories.club(), factories.club()
    ruleset = factories.free_game(other)
    browser = admin_of(club, role)

    statuses = [
        browser.get(f"/c/{other.slug}/office/rules/").status_code,
        browser.get(f"/c/{club.slug}/office/rules/{ruleset.pk}/").status_code,
        browser.get(f"/c/{club.slug}/office/rules/").status_code,
    ]

    assert statuses == ([403, 404, 200] if role == Role.CLUB_ADMIN else [403, 403, 403])


def test_the_luck_of_a_ruleset_is_set_and_taken_back() -> None:
    club = factories.club()
    ruleset = factories.free_game(club)
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    client = Client()
    client.force_login(account)
    address = f"/c/{club.slug}/office/rules/{ruleset.pk}/luck/"

    wrong = [client.post(address, {"beta": text}).status_code for text in ("0", "much", "1001")]
    client.post(address, {"beta": "12.5"})
    kept = shelf.luck(ruleset)
    page = client.get(address).content.decode()
    client.post(address, {"beta": ""})

    assert wrong == [400, 400, 400]
    assert kept == 12.5
    assert 'value="12.5"' in page
    assert shelf.luck(ruleset) is None
