from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from league.core import enums
from league.templatetags import league as tags


def test_a_shared_rank_is_marked_and_a_missing_one_is_a_dash() -> None:
    shown = [tags.rank_shown(1), tags.rank_shown(2, True), tags.rank_shown(None, True)]

    assert shown == ["1", "2=", "–"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(16, 3), "5.33"),
        ("16/3", "5.33"),
        ({"exact": "16/3", "shown": "5.33"}, "5.33"),
        ("11/2", "5.50"),
        ({"exact": "24/5", "shown": "4.80"}, "4.80"),
        ({"exact": "-9/2", "shown": "-4.50"}, "−4.50"),
        (7, "7"),
        (0, "0"),
        ("1/200", "0.01"),
        ("-1/200", "−0.01"),
        ("-1/300", "0.00"),
        ("-9/2", "−4.50"),
        (1234567, "1234567"),
        (None, "–"),
        ({"exact": None, "shown": "–"}, "–"),
    ],
)
def test_exact_numbers_are_shown_rounded_half_away_from_zero(value: object, shown: str) -> None:
    with translation.override("en"):
        assert tags.number_shown(value) == shown


def test_numbers_follow_the_language_of_the_page() -> None:
    with translation.override("de"):
        assert tags.number_shown("16/3") == "5,33"


def test_scores_of_games_stand_without_idle_zeros() -> None:
    with translation.override("en"):
        words = [tags.number_shown(text, 3) for text in ("11/2", "10", "1/3", "-1/2", "1/3000")]

    assert words == ["5.5", "10", "0.333", "−0.5", "0"]


def test_only_a_rounded_number_names_its_exact_value() -> None:
    titles = [tags.exact_words("16/3"), tags.exact_words({"exact": "11/2"}), tags.exact_words(None)]

    assert titles == ["16/3", "", ""]


def test_movement_is_told_in_words() -> None:
    with translation.override("en"):
        words = [tags.movement_words(n) for n in (None, 0, 1, 3, -1, -12)]

    assert words == ["new", "unchanged", "up 1 rank", "up 3 ranks", "down 1 rank", "down 12 ranks"]


def test_every_state_of_a_life_cycle_has_a_look_of_its_own() -> None:
    cycles = (
        enums.SeasonState,
        enums.EventState,
        enums.RoundState,
        enums.EntryState,
        enums.RoundEntryState,
        enums.SeatingState,
        enums.RecordState,
    )
    codes = {str(state.value) for cycle in cycles for state in cycle}

    assert codes - set(tags.STATUS_LOOKS) == set()


def test_states_of_one_life_cycle_differ_in_word_and_in_shape() -> None:
    table_states = ("waiting", "playing", "reported", "confirmed", "disputed", "missing", "voided")
    looks = [tags.STATUS_LOOKS[code] for code in table_states]

    assert len({str(look.word) for look in looks}) == len(looks)
    assert len({look.icon for look in looks}) == len(looks)


def test_an_unknown_status_shows_its_own_name() -> None:
    look = tags.status_look("on_fire")

    assert (look.word, look.tone) == ("on fire", "plain")


def test_a_member_of_an_enumeration_is_as_good_as_its_code() -> None:
    assert tags.status_look(enums.EventState.RUNNING) == tags.STATUS_LOOKS["running"]
