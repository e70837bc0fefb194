"""How a stage seats: the method, the sizes of its tables, what it prefers; and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from api.schema import Input, Output
from league.queries.seating import seating_fields
from league.seating.methods import METHODS
from league.seating.preferences import APARTS, CLUBS, MOST_TABLE, RANGES
from league.services.occasions.stages import MOST_SEATS, MOST_TABLES

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Stage

METHOD_KEYS = [method.key for method in METHODS]


def _whole(name: str, text: str, *, can_be_empty: bool = False) -> serializers.IntegerField:
    low, high = RANGES[name]
    return serializers.IntegerField(
        min_value=low, max_value=high, required=False, allow_null=can_be_empty, help_text=text
    )


def _tables(text: str = "") -> serializers.ListField:
    number = serializers.IntegerField(min_value=1, max_value=MOST_TABLE)
    return serializers.ListField(
        child=number, max_length=MOST_TABLE, required=False, help_text=text
    )


class PreferencesInput(Input):
    """What a stage prefers when it seats; what is left out stays."""

    season = _whole("season", "Per cent: a meeting elsewhere in the season beside one here.")
    fading = _whole("fading", "Per cent of that left with every event further back.")
    clubs = serializers.ChoiceField(
        choices=CLUBS, required=False, help_text="Whether people of one club are kept apart."
    )
    club_price = _whole("club_price", "Per cent: two of one club beside two who meet again.")
    apart = serializers.ChoiceField(
        choices=APARTS, required=False, help_text="How those are whom the club keeps apart."
    )
    above = _whole("above", "Per cent: a player too many at a table beside one too few.")
    repeat = _whole("repeat", "Per cent: a repeat that sizes force beside a player too few.")
    wish = _whole("wish", "Per cent: an unmet wish for a game beside a player too few.")
    bye_limit = _whole(
        "bye_limit", "Most byes of one player in the season; empty: no limit.", can_be_empty=True
    )
    hold = _whole("hold", "Open play: minutes anyone is kept for a better mix; 0: start at once.")
    weights = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text='Prices of table sizes one by one: `{"3": 200}`; 100: a player too few.',
    )
    rooms = serializers.DictField(
        child=_tables(), required=False, help_text='Tables of each room: `{"Hall": [1, 2]}`.'
    )
    step_free = _tables("Tables without steps.")


class PreferencesOutput(PreferencesInput):
    """What a stage prefers when it seats."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """All of them are there."""
        found = super().get_fields()
        for field in found.values():
            field.required = True
        return found


class SplitOutput(Output):
    people = serializers.IntegerField(
        help_text="How many are here; before check-in, how many are signed up."
    )
    sizes = serializers.ListField(
        child=serializers.IntegerField(), help_text="Empty: no tables fit this number."
    )


class TablesOutput(Output):
    """How a stage seats and scores."""

    method = serializers.ChoiceField(choices=METHOD_KEYS)
    size_preferred = serializers.IntegerField()
    size_min = serializers.IntegerField(allow_null=True, help_text="Empty: what the game says.")
    size_max = serializers.IntegerField(allow_null=True, help_text="Empty: what the game says.")
    max_tables = serializers.IntegerField(allow_null=True, help_text="Empty: no limit.")
    seating = PreferencesOutput()


class TablesInput(Input):
    """How a stage seats and scores; what is left out stays."""

    method = serializers.ChoiceField(choices=METHOD_KEYS, required=False)
    size_preferred = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, required=False)
    size_min = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, required=False, allow_null=True
    )
    size_max = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, required=False, allow_null=True
    )
    max_tables = serializers.IntegerField(
        min_value=1, max_value=MOST_TABLES, required=False, allow_null=True
    )
    seating = PreferencesInput(required=False)


def split(row: Stage) -> dict[str, JSON]:
    """The tables that the people of now would fill, as ``SplitOutput`` says."""
    people, found = seating_fields.usual_split(row)
    return {"people": people, "sizes": list(found.sizes) if found else []}
