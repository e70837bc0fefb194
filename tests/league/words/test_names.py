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
