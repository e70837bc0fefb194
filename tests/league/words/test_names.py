"""Names as audiences see them."""

from __future__ import annotations

import pytest

from league.core.enums import NameLevel
from league.words import names
from tests import factories as make

pytestmark = pytest.mark.django_db


def test_an_alias_is_the_same_number_on_every_page() -> None:
    club = make.club(name_level=NameLevel.HIDDEN)
    ada, ben, cem = (make.member(club, name) for name in ("Ada Ash", "Ben Berg", "Cem Dal"))

    event = names.shown([ada, ben, cem], club, full=False)
    season = names.shown([cem, ben], club, full=False)

    assert event[cem.pk].name == season[cem.pk].name == f"Player ({cem.pk})"
    assert event[ben.pk].name == season[ben.pk].name


def test_two_of_one_name_are_told_apart_by_nickname_where_both_have_one() -> None:
    club = make.club()
    first = make.member(club, "Kim Lee", nickname="Kiki")
    second = make.member(club, "Kim Lee", nickname="Leo")

    shown = names.shown([first, second], club, full=True)

    assert (shown[first.pk].name, shown[second.pk].name) == ("Kim Lee (Kiki)", "Kim Lee (Leo)")


@pytest.mark.parametrize(
    "sign", [chr(0x202A + n) for n in range(5)] + [chr(0x2066 + n) for n in range(4)]
)
def test_no_sign_in_a_name_turns_what_follows_it(sign: str) -> None:
    assert names.clean(f"Ada{sign} Quill") == "Ada Quill"


@pytest.mark.parametrize("name", ["שרה לוי", "ليلى حسن", "Ada\u200fQuill", "Zo\u200dë"])
def test_names_of_other_scripts_are_stored_as_they_are(name: str) -> None:
    assert names.clean(name) == name
