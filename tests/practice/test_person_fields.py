"""Whatever a club writes down about a person is asked at every door, by the table of fields."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest

from league.core import person_fields
from league.core.enums import NameLevel, Role
from league.core.person_fields import BY_NAME, FILL_GAPS, FROM_START, IN_LISTS, OF_PLAYER, Sort
from league.forms.people.people import NewPersonForm, PersonForm
from league.lists.files import Kind, written
from league.lists.person import Person
from league.models import Membership, Player
from league.queries.people import account_actors, own_data, people_list
from league.services.people import erasure, imports, merges
from tests import factories
from tests.practice.evenings import html, signed_in

if TYPE_CHECKING:
    from league.core.person_fields import PersonField

pytestmark = pytest.mark.django_db
EVERY = [field.name for field in OF_PLAYER]
KEPT_BY_THE_HOUSE = {"id", "search_key", "sort_key", "erased_at", "erasure_asked_at", "version"}
KEPT_BY_THE_HOUSE |= {"created_at"}


def sample(field: PersonField) -> Any:  # as the field is stored
    match field.sort:
        case Sort.TEXT:
            return f"Zq{field.name.replace('_', '')}"[: field.most]
        case Sort.EMAIL:
            return f"{field.name}@zq.example"
        case Sort.YEAR:
            return 1953
        case Sort.FLAG:
            return True
        case Sort.LEVEL:
            return NameLevel.NICKNAME.value


def everything() -> dict[str, Any]:
    return {field.name: sample(field) for field in FROM_START}


def of_player() -> dict[str, Any]:
    return {field.name: sample(field) for field in OF_PLAYER}


def held(row: Player) -> dict[str, Any]:
    return {name: getattr(row, name) for name in EVERY}


def a_person() -> Player:
    return factories.member(factories.club(), **of_player())


def test_every_column_of_a_player_is_a_field_of_the_table_or_kept_by_the_house() -> None:
    columns = {column.name for column in Player._meta.concrete_fields}

    assert columns == {*EVERY, *KEPT_BY_THE_HOUSE}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_field_is_as_long_in_the_table_as_in_the_database(name: str) -> None:
    field = BY_NAME[name]
    model = Membership if field.of_membership else Player
    column = model._meta.get_field(name)

    assert (
        field.sort in {Sort.YEAR, Sort.FLAG, Sort.LEVEL}
        or getattr(column, "max_length", None) == field.most
    )


def test_forms_services_and_readers_ask_for_the_fields_of_the_table() -> None:
    typed = {*person_fields.Listed.__annotations__, *person_fields.Changes.__annotations__}
    new = {"key", "kind", "since", "allow_similar"}

    assert typed == set(BY_NAME)
    assert set(Person.__dataclass_fields__) == {field.name for field in FROM_START}
    assert set(PersonForm().fields) == {*EVERY, "key"}
    assert set(NewPersonForm().fields) == {*(field.name for field in FROM_START), *new}


def test_every_field_comes_in_by_the_form_of_a_new_person() -> None:
    club = factories.club()
    boss = signed_in(Role.ORGANIZER, club)
    typed = everything() | {"key": "k", "kind": "member"}

    boss.post(f"/c/{club.slug}/office/people/", typed)
    row = Membership.objects.select_related("player").get(club=club)

    stored = {
        field.name: getattr(row if field.of_membership else row.player, field.name)
        for field in FROM_START
    }
    assert stored == everything()


def test_every_field_is_changed_on_the_persons_own_page() -> None:
    club = factories.club()
    row = factories.member(club, "Ida Ash", is_minor=True)
    boss = signed_in(Role.CLUB_ADMIN, club)

    boss.post(f"/p/{row.pk}/edit/", of_player() | {"version": row.version})

    assert held(Player.objects.get(pk=row.pk)) == of_player()


def test_every_column_of_a_list_comes_in_and_goes_out_again() -> None:
    by = factories.actor(Role.ORGANIZER, club := factories.club())
    heads = [field.headings[-1] if field.headings else field.name for field in IN_LISTS]
    cells = [str(sample(field)) for field in IN_LISTS]
    text = "\n".join([";".join(heads), ";".join(cells)])

    imports.run(by=by, club=club, data=text.encode())
    data = written(people_list.listed(by, club), Kind.CSV)
    assert isinstance(data, bytes)
    lines = list(csv.DictReader(data.decode("utf-8-sig").splitlines(), delimiter=";"))

    assert [{field.name: line[field.name] for field in IN_LISTS} for line in lines] == [
        dict(zip((field.name for field in IN_LISTS), cells, strict=True))
    ]


def test_every_field_is_told_to_the_person_it_is_about() -> None:
    row = a_person()
    told = own_data.export(account_actors.person(factories.account(player=row)))

    assert told["player"].items() >= of_player().items()  # type: ignore[union-attr]


def test_every_field_that_fills_gaps_is_taken_over_in_a_merge_and_given_back() -> None:
    club = factories.club()
    by = factories.actor(Role.CLUB_ADMIN, club)
    kept = factories.member(club, sample(BY_NAME["name"]))
    gone = factories.member(club, **of_player())
    before = held(kept)

    row = merges.merge(by=by, club=club, kept=kept, gone=gone)
    merged = held(Player.objects.get(pk=kept.pk))
    merges.undo(by=by, merge=row)

    assert merged == before | {field.name: sample(field) for field in FILL_GAPS}
    assert held(Player.objects.get(pk=kept.pk)) == before


def test_no_field_outlives_an_erasure() -> None:
    row = a_person()
    by = factories.actor(Role.CLUB_ADMIN, row.memberships.get().club)

    erasure.erase(by=by, player=row)
    left = held(Player.objects.get(pk=row.pk))

    nobody = held(Player())
    assert left == nobody | {"name": left["name"], "name_level": NameLevel.FULL}
    assert "Zq" not in left["name"]


def test_a_private_field_is_on_no_page_of_the_person_but_the_organizers() -> None:
    club = factories.club()
    values = of_player() | {"name_level": "", "is_minor": False}
    row = factories.member(club, **values)
    private = [str(sample(field)) for field in OF_PLAYER if field.is_private]
    boss, stranger = signed_in(Role.ORGANIZER, club), signed_in(Role.ORGANIZER, factories.club())

    own = html(boss, f"/p/{row.pk}/edit/")
    seen = html(stranger, f"/p/{row.pk}/")

    assert [value in own for value in private] == [True] * len(private)
    assert sample(BY_NAME["name"]) in seen
    assert [value for value in private if value in seen] == []
