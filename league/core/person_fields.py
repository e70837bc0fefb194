"""What a club writes down about a person: the one table of it.

Forms, lists that come in and go out, merges, own data and erasure go by this table. A further
field is a line here, its type in ``Written`` and in ``league.lists.person.Person``, and the
column of the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypedDict

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Sort(Enum):
    """How a field is asked for and read."""

    TEXT = "text"
    EMAIL = "email"
    YEAR = "year"
    FLAG = "flag"
    LEVEL = "level"


class Written(TypedDict, total=False):
    """A new person as typed in."""

    name: str
    given: str
    family: str
    nickname: str
    birth_year: int | str | None
    is_minor: bool
    email: str


class Listed(Written, total=False):
    """A line of a list of people: the person, and their number in the club."""

    member_no: str


class Changes(Written, total=False):
    """What can be changed of a known person."""

    name_level: str


@dataclass(frozen=True, slots=True)
class PersonField:
    """One thing that is written down about a person.

    ``most`` signs it may have. ``note`` stands under its box, ``mention`` is its name within a
    sentence. ``headings`` are what lists call it beside its own name; without ``in_lists`` it is
    no column. ``is_private``: for the club's organizers alone. ``is_own``: the person may change
    it, too. ``is_public_name``: what standings call the person follows it. ``tells_apart``: shown
    where two people are compared, and two lines that differ in it are not one person.
    ``fills_gaps``: taken over in a merge where the record that stays has nothing.
    """

    name: str
    label: StrPromise
    sort: Sort = Sort.TEXT
    most: int = 0
    note: StrPromise | None = None
    mention: StrPromise | None = None
    headings: tuple[str, ...] = ()
    in_lists: bool = True
    is_private: bool = False
    is_own: bool = False
    is_public_name: bool = False
    tells_apart: bool = False
    fills_gaps: bool = True
    of_membership: bool = False


FIELDS = (
    PersonField(
        "name",
        _("Name"),
        most=200,
        headings=(
            *("full name", "player", "player name", "display name"),
            *("vollständiger Name", "Spieler", "Spielerin", "Spieler:in", "Vor- und Nachname"),
            *("nom complet", "joueur", "joueuse", "nom et prénom", "prénom et nom"),
        ),
        is_public_name=True,
        fills_gaps=False,
    ),
    PersonField(
        "given",
        _("Given name"),
        most=100,
        mention=_("given name"),
        headings=(
            *("given name", "first name", "firstname", "forename"),
            *("Vorname", "Rufname", "prénom"),
        ),
        is_public_name=True,
    ),
    PersonField(
        "family",
        _("Family name"),
        most=100,
        mention=_("family name"),
        headings=(
            *("family name", "last name", "lastname", "surname"),
            *("Nachname", "Familienname", "nom de famille", "nom"),
        ),
        is_public_name=True,
    ),
    PersonField(
        "nickname",
        _("Nickname"),
        most=100,
        mention=_("nickname"),
        headings=("nick", "alias", "Spitzname", "surnom", "pseudo", "pseudonyme"),
        is_own=True,
        is_public_name=True,
        tells_apart=True,
    ),
    PersonField(
        "birth_year",
        _("Year of birth"),
        Sort.YEAR,
        mention=_("birth year"),
        headings=(
            *("year of birth", "born", "year", "Geburtsjahr", "Jahrgang", "Jg"),
            *("année de naissance", "naissance"),
        ),
        is_private=True,
        tells_apart=True,
    ),
    PersonField(
        "is_minor",
        _("Under 18: show only the nickname"),
        Sort.FLAG,
        mention=_("being under age"),
        in_lists=False,
        is_public_name=True,
    ),
    PersonField(
        "member_no",
        _("Member number"),
        most=40,
        headings=(
            *("member number", "member no.", "membership number", "number", "no", "id"),
            *("Mitgliedsnummer", "Mitglieds-Nr.", "Mitgliedsnr", "Nummer", "Nr"),
            *("numéro de membre", "no de membre", "n° de membre", "numéro", "n°"),
        ),
        tells_apart=True,
        of_membership=True,
    ),
    PersonField(
        "email",
        _("E-mail"),
        Sort.EMAIL,
        most=254,
        note=_("Only the club's organizers see it."),
        mention=_("e-mail address"),
        headings=(
            *("e-mail", "mail", "e-mail address", "E-Mail-Adresse", "Mailadresse"),
            *("courriel", "adresse e-mail", "adresse électronique"),
        ),
        is_private=True,
        tells_apart=True,
    ),
    PersonField(
        "name_level",
        _("Name shown to the public"),
        Sort.LEVEL,
        mention=_("public name"),
        in_lists=False,
        is_own=True,
        is_public_name=True,
    ),
)
BY_NAME = {field.name: field for field in FIELDS}
OF_PLAYER = tuple(field for field in FIELDS if not field.of_membership)
FROM_START = tuple(field for field in FIELDS if field.sort != Sort.LEVEL)  # of a new person
IN_LISTS = tuple(field for field in FIELDS if field.in_lists)
FILL_GAPS = tuple(field for field in OF_PLAYER if field.fills_gaps)
TELL_APART = tuple(field for field in FIELDS if field.tells_apart)
PUBLIC_NAME = frozenset(field.name for field in OF_PLAYER if field.is_public_name)
