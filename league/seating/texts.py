"""A sentence for every code of this room; the doors translate and fill in names.

`%(player)s`, `%(players)s` and `%(groups)s` carry ids here; a door replaces them by names.
"""

from __future__ import annotations

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for the catalogues without translating it here."""
    return message


PENALTIES: Mapping[str, str] = {
    "apart": gettext_noop("%(players)s should never share a table."),
    "met_event": gettext_noop("%(players)s have met in this event already (%(times)s×)."),
    "met_season": gettext_noop("%(players)s have met this season already (%(times)s×)."),
    "same_group": gettext_noop("%(players)s belong to the same club."),
    "rather_apart": gettext_noop("%(players)s would rather not share a table."),
    "refused_game": gettext_noop("%(players)s does not play the game of table %(table)s."),
    "needs_table": gettext_noop("%(players)s cannot sit at table %(table)s."),
    "unmet_wish": gettext_noop("%(players)s: none of the games they asked for at table %(table)s."),
    "other_table": gettext_noop("%(players)s would have preferred a table other than %(table)s."),
    "not_near": gettext_noop("%(players)s are not in the same room (tables %(tables)s)."),
    "plays_elsewhere": gettext_noop(
        "%(players)s is also seated in another round that is running now."
    ),
    "level_gap": gettext_noop(
        "Table %(table)s has an average strength of %(mean)s; the usual is %(usual)s."
    ),
    "bye_over_limit": gettext_noop(
        "%(players)s: sits out more often than the limit of %(limit)s (%(times)s so far)."
    ),
    "off_size": gettext_noop(
        "Table %(table)s has %(size)s players instead of the usual %(usual)s."
    ),
    "off_size_again": gettext_noop(
        "%(players)s: another table of %(size)s instead of the usual %(usual)s (%(times)s so far)."
    ),
    "size_not_allowed": gettext_noop(
        "Table %(table)s has %(size)s players; its game is for %(low)s to %(high)s."
    ),
    "score_gap": gettext_noop("Table %(table)s brings together scores from %(low)s to %(high)s."),
    "bye_again": gettext_noop("%(players)s sits out again (so far: %(times)s)."),
    "bye_in_a_row": gettext_noop("%(players)s: sits out twice in a row."),
    "seat_again": gettext_noop("%(players)s has seat %(seat)s again (so far: %(times)s)."),
}

EARLIER_PENALTIES: Mapping[str, str] = {
    "off_size": gettext_noop("Table %(table)s has %(size)s players instead of the usual number."),
    "off_size_again": gettext_noop(
        "%(players)s: another table of an unusual size, %(size)s players (%(times)s so far)."
    ),
}
"""The same for penalties that were stored before they carried which size is usual."""

OBJECTIONS: Mapping[str, str] = {
    "nobody": gettext_noop("No one is here yet."),
    "too_few": gettext_noop(
        "Too few players (%(players)s): a table needs at least %(low)s. Give a bye, or "
        "finish the event."
    ),
    "no_tables": gettext_noop("No table can be made for %(players)s players with these games."),
    "impossible_count": gettext_noop(
        "%(players)s players do not fit tables of %(low)s to %(high)s. "
        "It would work with %(near)s players."
    ),
    "split_does_not_fit": gettext_noop(
        "The chosen tables have %(seats)s seats for %(players)s players."
    ),
    "no_game_for_size": gettext_noop("No available game can be played by %(size)s players."),
    "no_games": gettext_noop("No game has been chosen for this round."),
    "no_such_table": gettext_noop("There is no table %(table)s; the round has %(tables)s tables."),
    "table_full": gettext_noop("Table %(table)s has no room for everyone fixed to it."),
    "too_many_pinned": gettext_noop(
        "Players to sit out: %(byes)s. Players not fixed to a table: only %(free)s."
    ),
    "player_twice": gettext_noop("%(player)s has more than one seat in this round."),
    "player_unknown": gettext_noop("%(player)s is not here for this round."),
    "bye_and_seat": gettext_noop("%(player)s asked to sit out and is fixed to a table."),
    "table_twice": gettext_noop("Table number %(table)s is used twice."),
    "apart_from_all": gettext_noop(
        "%(player)s has to be kept apart from everyone here, so there is no table for them."
    ),
    "apart_impossible": gettext_noop("%(players)s cannot all be kept apart at %(tables)s tables."),
    "refusal_not_found": gettext_noop(
        "No seating was found that keeps %(players)s away from the games they won't play."
    ),
    "needs_not_found": gettext_noop("No seating was found with %(players)s at a table they need."),
    "no_game_left": gettext_noop("%(player)s won't play any of the games on offer."),
    "no_table_left": gettext_noop("%(player)s needs a table that this round does not have."),
    "apart_not_found": gettext_noop("No seating was found that keeps %(players)s apart."),
    "schedule_players": gettext_noop(
        "The schedule is for %(planned)s players, but %(present)s are here."
    ),
    "schedule_numbers": gettext_noop("No one has the numbers %(draws)s."),
    "draw_twice": gettext_noop("The schedule seats number %(draw)s twice in one round."),
    "not_seated": gettext_noop("%(count)s not seated: %(players)s. Draw again or give a bye."),
    "size_not_allowed": gettext_noop(
        "Table %(table)s has %(size)s players; its game is for %(low)s to %(high)s."
    ),
    "ruleset_not_offered": gettext_noop("The game of table %(table)s is not offered here."),
    "too_few_copies": gettext_noop(
        "A game is on %(tables)s tables; copies to play with: only %(copies)s."
    ),
    "apart": gettext_noop("%(players)s must be kept apart, but both sit at table %(table)s."),
    "no_rounds": gettext_noop("The schedule needs rounds; %(rounds)s were asked for."),
    "bad_instance": gettext_noop("The description of the schedule has no usable “%(field)s”."),
    "no_matches": gettext_noop("Everyone needs at least one match; %(matches)s were asked for."),
    "fixtures_too_few": gettext_noop(
        "A table needs at least %(low)s people, and there are only %(players)s."
    ),
    "fixtures_too_many": gettext_noop(
        "%(players)s people with %(matches)s matches each are too many to plan at once: "
        "together they may have %(most)s at most."
    ),
    "fixtures_unknown": gettext_noop("%(player)s is not one of the people who play."),
    "fixtures_twice": gettext_noop("%(player)s sits twice at one table."),
    "fixtures_uneven": gettext_noop(
        "%(players)s people can't all play exactly %(matches)s matches at tables of these "
        "sizes. It would work with %(near)s matches."
    ),
    "fixtures_alone": gettext_noop(
        "%(player)s is kept apart from too many others: no table of %(low)s is left."
    ),
    "fixtures_team": gettext_noop(
        "%(players)s must not meet and have %(matches)s matches to play, but there are only "
        "%(tables)s tables."
    ),
}

CHANGES: Mapping[str, str] = {
    "player_unknown": gettext_noop("%(player)s is not part of this round."),
    "player_twice": gettext_noop("%(player)s already has a seat in this round."),
    "no_free_seat": gettext_noop("No table has room for %(player)s."),
    "no_such_table": gettext_noop("There is no table %(table)s."),
    "table_full": gettext_noop(
        "Table %(table)s is full: %(size)s players, and its game takes at most %(high)s."
    ),
    "table_locked": gettext_noop("Table %(table)s is kept as it is."),
    "apart": gettext_noop("%(players)s must be kept apart (table %(table)s)."),
}

CRITERION_NAMES: Mapping[str, str] = {
    "apart": gettext_noop("People kept apart"),
    "repeats": gettext_noop("Meeting again in this event"),
    "season": gettext_noop("Meeting again in this season"),
    "groups": gettext_noop("Clubs and households"),
    "wishes": gettext_noop("Wishes for games and places"),
    "elsewhere": gettext_noop("Seats in another round"),
    "sizes": gettext_noop("Tables of unusual size"),
    "scores": gettext_noop("Differences in points or strength"),
    "byes": gettext_noop("Sitting out"),
    "seats": gettext_noop("Seats at the table"),
}

REMARKS: Mapping[str, str] = {
    "other_as_good": gettext_noop("Different people sit together now, and it's just as good."),
    "no_other": gettext_noop("Nothing better was found, so the seating stays."),
    "no_repeat": gettext_noop("No one meets anyone from this event again."),
    "repeats_forced": gettext_noop(
        "Repeats: %(repeats)s. With %(players)s players at these tables, %(bound)s or more "
        "are unavoidable."
    ),
    "repeats_above": gettext_noop(
        "Repeats: %(repeats)s. Proven: no seating has fewer than %(bound)s."
    ),
    "repeats_open": gettext_noop("Repeats: %(repeats)s. There may be a seating with fewer."),
    "repeats_cheapest": gettext_noop(
        "Repeats: %(repeats)s, at a cost of %(cost)s (a pair's third meeting counts 2, the "
        "fourth 3). No seating costs less."
    ),
    "repeats_dear": gettext_noop(
        "Repeats: %(repeats)s, at a cost of %(cost)s (a pair's third meeting counts 2, the "
        "fourth 3). Proven: no seating costs less than %(least)s."
    ),
    "bans_cost": gettext_noop(
        "Pairs kept apart: %(pairs)s. Each one leaves fewer ways to seat everyone else."
    ),
    "byes_forced": gettext_noop(
        "Sitting out: %(out)s, because %(players)s players don't fit the allowed table sizes."
    ),
    "wishes_unmet": gettext_noop("Players who don't get a game they asked for: %(unmet)s."),
    "ideal": gettext_noop("No seating of this round can be better."),
    "ideal_plan": gettext_noop("No plan of these rounds can be better."),
    "steps": gettext_noop("A better seating may exist."),
    "time": gettext_noop("The search was stopped; this is the best it found."),
}

WAYS_OUT: Mapping[str, str] = {
    "wider": gettext_noop("Or allow tables of %(low)s to %(high)s."),
    "staggered": gettext_noop(
        "Or play %(rounds)s rounds: everyone plays in %(games)s of them, and you take "
        "turns sitting out."
    ),
}
