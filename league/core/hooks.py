"""The kinds of facts by what they are about, and those of which everybody may hear."""

from __future__ import annotations

from league.core.facts import Fact

# What a kind begins with says what it is about; anything else is about the club.
GROUPS: dict[str, tuple[str, ...]] = {
    "results": ("record_", "results_"),
    "standings": ("standings_", "adjustment_", "ratings_", "cut_", "qualifier_"),
    "rounds": (
        *("round_", "clock_", "seating_", "seats_", "seat_", "table_", "reminder_"),
        *("link_", "start_"),
    ),
    "sign_ups": ("entry_", "roll_"),
    "events": ("event_", "stage_", "season_"),
    "people": (
        *("player_", "players_", "merge_", "claim_", "membership_", "kept_apart"),
        *("apart_", "erasure_"),
    ),
    "rules": ("game_", "ruleset_", "scheme_", "preset_"),
    "club": ("",),
}
# Of a table's result: told only where the round's results are.
OF_RECORDS = frozenset(
    {
        Fact.RECORD_CONFIRMED,
        Fact.RECORD_CORRECTED,
        Fact.RECORD_VOIDED,
        Fact.RECORD_RESTORED,
    }
)
# Of many results at once: told only where nothing is kept back.
OF_RESULTS = frozenset({Fact.RESULTS_IMPORTED, Fact.CUT_MADE, Fact.CUT_UNDONE})
# What visitors see happen on the pages too. They hear that it did, never who did it.
PUBLIC = (
    OF_RECORDS
    | OF_RESULTS
    | {
        Fact.SEASON_CREATED,
        Fact.SEASON_CHANGED,
        Fact.EVENT_CREATED,
        Fact.EVENT_CHANGED,
        Fact.EVENT_STATE_CHANGED,
        Fact.EVENT_RESTORED,
        Fact.SEATING_PUBLISHED,
        Fact.SEATING_WITHDRAWN,
        Fact.SEATING_RESTORED,
        Fact.TABLE_FORMED,
        Fact.CLOCK_STARTED,
        Fact.CLOCK_HELD,
        Fact.CLOCK_RESUMED,
        Fact.CLOCK_EXTENDED,
        Fact.CLOCK_RESET,
        Fact.ROUND_CLOSED,
        Fact.ROUND_REOPENED,
        Fact.RESULTS_PUBLISHED,
        Fact.STANDINGS_PUBLISHED,
    }
)


def group_of(kind: str) -> str:
    return next(name for name, starts in GROUPS.items() if kind.startswith(starts))


def kinds_of(group: str, *, public: bool) -> list[str]:
    """The kinds of one group that a webhook may be told, in the register's order."""
    return [
        fact.value for fact in Fact if group_of(fact) == group and (fact in PUBLIC or not public)
    ]
