"""What the states of things mean, for the document of the API: a set for each noun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Words = Mapping[Any, str]  # by the value; null is one too

_ROUND_ENTRY: Words = {
    "seated": "has a seat at a table",
    "bye": "has a bye, worth what the stage says",
    "requested_bye": "asked for the bye",
    "sits_out": "found no table in open play or stays out of this round",
    "absent": "was excused",
    "no_show": "did not come, or left the seat empty",
}
# The first set that bears the name and has all values is meant.
STATES: tuple[tuple[tuple[str, ...], Words], ...] = (
    (
        ("Season.state", "OneSeason.state", "SeasonStateInput.state"),
        {
            "planned": "has not begun",
            "running": "its events count",
            "finished": "over: its standings are final",
        },
    ),
    (
        ("state",),
        {
            "planned": "announced; nobody signs up yet",
            "open": "people may sign up",
            "running": "the first seating was drawn",
            "finished": "over: its results count",
            "cancelled": "does not take place, and counts nowhere",
        },
    ),
    (
        ("state",),
        {
            "reported": "handed in; it waits for a second look",
            "disputed": "somebody at the table objects; an organizer decides",
            "confirmed": "it counts",
            "superseded": "a newer version took its place",
            "voided": "taken back; it does not count",
        },
    ),
    (
        ("state",),
        {
            "to_arrange": "its people look for a day",
            "arranged": "they have agreed on one",
            "result_in": "a result is reported",
        },
    ),
    (
        ("state",),
        {
            "waiting": "the event has not begun, or a fixture has no result yet",
            "playing": "no result yet",
            "reported": "the result waits for a second look",
            "disputed": "somebody objects to the result",
            "confirmed": "the result counts",
            "missing": "the round was closed, or the event ended, without a result",
        },
    ),
    (
        ("state",),
        {
            "registered": "takes part",
            "waiting": "on the waiting list",
            "dropped": "left the event; what they played stays",
            "disqualified": "put out of the event",
        },
    ),
    (("state",), _ROUND_ENTRY),
    (
        ("state",),
        {
            "draft": "organizers alone see its seating",
            "published": "its tables may be played",
            "closed": "over; results are still corrected by organizers",
        },
    ),
    (
        ("state",),
        {
            "draft": "may still be changed freely; organizers alone see it",
            "published": "everybody sees it",
            "withdrawn": "was replaced or taken back",
        },
    ),
    (
        ("state",),
        {
            "none": "no clock was started",
            "running": "it runs until `ends_at`",
            "held": "it stands still, with `left_s` to go",
        },
    ),
    (
        ("state",),
        {
            "waiting": "will be sent at `next_at`",
            "sent": "the address took it",
            "failed": "given up after all tries",
            "kept_back": "not sent: the webhook may not read this",
        },
    ),
    (
        ("state",),
        {
            "waiting": "the search has not begun; ask again",
            "working": "the search goes on; ask again",
            "done": "the plan is there",
            "failed": "there is no such plan; the answer says why",
        },
    ),
    (
        ("state",),
        {
            "open": "waits for players",
            "running": "is being played",
            "over": "was played to its end",
            "stopped": "ended before its end",
        },
    ),
)
