"""The columns of a file of results: what goes out, and comes in again, one row per seat.

Who had no table in a round has a row with ``bye``, a penalty or bonus a row with ``penalty``.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from league.lists.files import Column

COLUMNS = (
    Column("event", _("the event's short name, as in its address")),
    Column("title", _("the event's name")),
    Column("date", _("the day, such as 2026-11-03")),
    Column("stage", _("the number of the stage; 1 where there is one")),
    Column("round", _("the number of the round; empty in open play")),
    Column("table", _("the number of the table; empty without one")),
    Column("seat", _("the seat at the table, from 1")),
    Column("game", _("the game's title")),
    Column("number", _("the number in the club; for those who manage its people")),
    Column("player", _("the name, as you may see it")),
    Column("role", _("guest or filler; empty for everyone else")),
    Column("points", _("points in the game"), is_number=True),
    Column("place", _("the place at the table; shared places are equal")),
    Column("tiebreak", _("what broke a tie, where the game asks for it")),
    Column("side", _("the number of the side, where sides play")),
    Column("target", _("the points to reach, where the table agreed on its own"), is_number=True),
    Column("drawn", _("yes where the match ended in a draw")),
    Column("won", _("yes or no where all played together")),
    Column("league_points", _("league points, exact, such as 7 or 16/3"), is_number=True),
    Column("bye", _("why without a table: bye, requested_bye, sits_out, absent, no_show")),
    Column("penalty", _("league points taken away; a bonus is negative"), is_number=True),
    Column("reason", _("why, for a penalty or bonus")),
    Column("version", _("how often the result was handed in")),
    Column("state", _("confirmed, or how far the result has come")),
)
KEYS = tuple(column.key for column in COLUMNS)
TIEBREAKS = ("final_rank", "letters")  # what the sheets of our games call it
