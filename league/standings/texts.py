"""The sentences of this room, marked for translation; doors translate and fill them.

Those of a scheme's settings stand with the setting (`points/`).
"""

from __future__ import annotations

from games.core.text import gettext_noop

SCHEME_NAMES: dict[str, str] = {
    "linear7": gettext_noop("Seven to one"),
    "beaten": gettext_noop("Share of opponents beaten"),
    "podium": gettext_noop("One list for all tables"),
    "custom": gettext_noop("Own rows per table size"),
    "game_points": gettext_noop("The game's own points"),
    "vtes36": gettext_noop("Sixty, mean thirty-six"),
    "pinburgh": gettext_noop("Three down to nothing"),
    "papa": gettext_noop("Four, two, one"),
    "paderborn": gettext_noop("Five, three, two, one"),
    "newport": gettext_noop("Grand prix, mean six"),
    "bga": gettext_noop("Two per opponent beaten"),
    "pool10": gettext_noop("Pool of ten per seat"),
    "winner": gettext_noop("Winner only"),
    "table_share": gettext_noop("Share of the table's points"),
    "raw_bonus": gettext_noop("Score against a base, with place bonus"),
    "place_plus_score": gettext_noop("Place points plus score"),
    "win_bonus": gettext_noop("Bonus for winning"),
}

SCHEME_TEXTS: dict[str, str] = {
    "linear7": gettext_noop(
        "First place gets 7 league points, last place 1, and the places between are spaced "
        "evenly. The mean is 4 at every table size, so short tables are neither better nor worse."
    ),
    "beaten": gettext_noop(
        "Each player gets the share of the opponents at the table who were beaten: "
        "1 for the first, 0 for the last. The mean is one half at every table size."
    ),
    "podium": gettext_noop(
        "The same list of points for every table size, from first place down. "
        "Places after the end of the list get nothing."
    ),
    "custom": gettext_noop("The club's own list of points for each table size."),
    "game_points": gettext_noop(
        "The points scored in the game count: first cut off at the cap, if there is one, "
        "then multiplied by the factor."
    ),
    "vtes36": gettext_noop(
        "First place gets 60 league points, last place 12; the mean is 36 at tables of three, "
        "four and five."
    ),
    "pinburgh": gettext_noop(
        "First place gets 3 league points, last place nothing; at a table of three the second "
        "gets 1½."
    ),
    "papa": gettext_noop(
        "The places get 4, 2, 1 and nothing; at a table of three the last still gets 1, so short "
        "tables are better."
    ),
    "paderborn": gettext_noop(
        "Tables of three pay 5, 3, 1, tables of four 5, 3, 2, 1 and tables of five 6, 4, 3, 2, 1."
    ),
    "newport": gettext_noop(
        "Tables of three pay 10, 6, 2, tables of four 11, 7, 4, 2 and tables of five "
        "12, 8, 5, 3, 2; the mean is 6 at each."
    ),
    "bga": gettext_noop(
        "Two league points for every opponent left behind, so large tables pay more."
    ),
    "pool10": gettext_noop(
        "Each table shares ten league points per seat, with steps that grow towards the top; "
        "the mean is 10 at every table size."
    ),
    "winner": gettext_noop("Only the winner gets league points; at a drawn table each gets some."),
    "table_share": gettext_noop(
        "Each player gets the share of all points made at the table that were the player's own."
    ),
    "raw_bonus": gettext_noop(
        "The score minus the base counts in units, with a bonus or a malus by place and a pot "
        "for the winner."
    ),
    "place_plus_score": gettext_noop("The place is paid, and the score in the game is added."),
    "win_bonus": gettext_noop("Another scheme counts, and the winner of a table gets a bonus."),
}

TIE_TEXTS: dict[str, str] = {
    "share": gettext_noop("Tied players share the points of the places they cover."),
    "full": gettext_noop("Tied players all get the points of the best place they cover."),
    "low": gettext_noop("Tied players all get the points of the lowest place they cover."),
    "share_up": gettext_noop(
        "Tied players share the points of the places they cover, rounded up to a whole number "
        "but never above the best of these places."
    ),
}

DRAWN_TEXTS: dict[str, str] = {
    "mean": gettext_noop("At a drawn table everybody gets the mean of the row."),
    "fixed": gettext_noop("At a drawn table everybody gets %(points)s."),
}

DROPPED_TEXTS: dict[str, str] = {
    "beyond_best": gettext_noop("Not among the best results that count."),
    "worst": gettext_noop("One of the worst results, which are left out."),
}

TERM_TEXTS: dict[str, str] = {
    "match": gettext_noop("Match"),
    "bye": gettext_noop("Round without a match"),
    "evening": gettext_noop("Place of the evening"),
    "adjustment": gettext_noop("Penalty or bonus"),
    "attendance": gettext_noop("For coming"),
    "sit_out": gettext_noop("For sitting out"),
    "carried": gettext_noop("Brought along"),
    "opponent": gettext_noop("Opponent"),
    "lot": gettext_noop("Lot"),
}

COLUMN_NAMES: dict[str, str] = {
    "rank": gettext_noop("Rank"),
    "name": gettext_noop("Player"),
    "matches": gettext_noop("Matches"),
}

RULE_TEXTS: dict[str, str] = {
    "sum": gettext_noop("Everything counts."),
    "best_n_matches": gettext_noop("The best %(n)s matches count; the others are struck through."),
    "best_n_evenings": gettext_noop(
        "The best %(n)s evenings count; the others are struck through."
    ),
    "average": gettext_noop("The average per match decides."),
    "average_without_worst_matches": gettext_noop(
        "The average per match decides; the worst %(k)s matches are left out."
    ),
    "average_without_worst_evenings": gettext_noop(
        "The average per match decides; the worst %(k)s evenings are left out."
    ),
    "drop_worst_k_matches": gettext_noop("Everything counts but the worst %(k)s matches."),
    "drop_worst_k_evenings": gettext_noop("Everything counts but the worst %(k)s evenings."),
    "shrunk_average": gettext_noop(
        "The points divided by the matches and %(c)s more decide, so that few matches do not top "
        "the table."
    ),
    "evening_places": gettext_noop("The places of each evening are paid, and all evenings count."),
    "evening_places_best": gettext_noop(
        "The places of each evening are paid, and the best %(n)s evenings count."
    ),
    "judged_after": gettext_noop("Which result is the worst is judged after weighting."),
    "judged_before": gettext_noop("Which result is the worst is judged before weighting."),
    "judged_best": gettext_noop("Those results are left out whose loss is best for the player."),
    "attendance": gettext_noop("Every evening with a match adds %(points)s to the points."),
    "sit_out": gettext_noop("Every round sat out adds %(points)s to the points."),
}

MINIMUM_TEXTS: dict[str, str] = {
    "matches": gettext_noop("Players are ranked from %(minimum)s matches on."),
    "evenings": gettext_noop("Players are ranked from %(minimum)s evenings on."),
    "guest_matches": gettext_noop("Guests are ranked from %(minimum)s matches on."),
    "guest_evenings": gettext_noop("Guests are ranked from %(minimum)s evenings on."),
}

BYE_NAMES: dict[str, str] = {
    "bye": gettext_noop("Bye"),
    "requested_bye": gettext_noop("Requested bye"),
    "late": gettext_noop("Late arrival"),
    "no_show": gettext_noop("No-show"),
    "absent": gettext_noop("Absent"),
    "sits_out": gettext_noop("Sits out"),
}

BYE_TEXTS: dict[str, str] = {
    "fixed": gettext_noop("worth %(points)s points"),
    "mean": gettext_noop("worth the mean of a table of %(size)s"),
    "zero": gettext_noop("worth nothing"),
    "own_average": gettext_noop("worth the average of the player's own other rounds"),
}

SETTING_TEXTS: dict[str, str] = {
    "guests_hold_places": gettext_noop("Guests hold their place at the table."),
    "guests_are_skipped": gettext_noop("Tables are scored as if guests had not been there."),
    "filler_points": gettext_noop(
        "A filler gets %(points)s points for every match, whatever the result."
    ),
    "shared_win_one": gettext_noop("A shared first place is a whole win for each."),
    "shared_win_share": gettext_noop("A shared first place is a part of a win for each."),
    "dropped_last": gettext_noop(
        "Who leaves after the seats were published keeps the place that was given."
    ),
    "dropped_zero": gettext_noop(
        "Who leaves after the seats were published gets nothing for that match."
    ),
    "side_points_share": gettext_noop("The members of a side share what their places pay."),
    "side_points_full": gettext_noop("Each member of a side gets all that the side's place pays."),
    "cooperative_won": gettext_noop("Who wins a co-operative game gets %(points)s points."),
    "cooperative_lost": gettext_noop("Who loses a co-operative game gets %(points)s points."),
    "full_size": gettext_noop(
        "Shares of points at shorter tables are taken as if %(size)s had played."
    ),
    "opponents_floor": gettext_noop(
        "An opponent is taken to have won at least %(percent)s percent of their tables."
    ),
    "bye_limit": gettext_noop("Only the first %(limit)s byes of a player are worth points."),
}

UNRANKED_TEXTS: dict[str, str] = {
    "below_minimum": gettext_noop("%(have)s of %(need)s"),
    "void": gettext_noop("Disqualified: the results are void."),
    "guest": gettext_noop("Guest"),
    "filler": gettext_noop("Filler"),
    "no_match": gettext_noop("No match yet"),
}

STATE_TEXTS: dict[str, str] = {
    "registered": gettext_noop("Signed up"),
    "dropped": gettext_noop("Withdrawn"),
    "disqualified": gettext_noop("Disqualified"),
}

NOTE_TEXTS: dict[str, str] = {
    "void": gettext_noop("void"),
    "guest": gettext_noop("guest, does not score"),
    "over_limit": gettext_noop("beyond the limit of byes"),
    "dropped_result": gettext_noop("not counted"),
}

CUT_TEXTS: dict[str, str] = {
    "rank": gettext_noop("Through by rank"),
    "winner": gettext_noop("Through as the winner of a table"),
    "wild_card": gettext_noop("Through on a wild card"),
    "lot": gettext_noop("Through by lot"),
    "play_off": gettext_noop("Through by a play-off"),
    "widen": gettext_noop("Through because the final was widened"),
    "replacement": gettext_noop("Replaces %(name)s"),
    "bye": gettext_noop("Straight into the stage after this one"),
    "straight": gettext_noop("Came here past the stage before"),
}

CUT_CHOICES: dict[str, str] = {
    "lot": gettext_noop("Draw lots, and record who drew when"),
    "play_off": gettext_noop("Let them play for it at a table of their own"),
    "widen": gettext_noop("Let all of them go on"),
}

ERROR_TEXTS: dict[str, str] = {
    "chain_empty": gettext_noop("Choose at least one criterion."),
    "chain_without_last_word": gettext_noop(
        "A cut needs a last word: let a recorded lot end the chain, or answer for each tie."
    ),
    "count_expected": gettext_noop("Enter a whole number in the allowed range."),
    "criterion_twice": gettext_noop("The criterion %(key)s is listed twice."),
    "cut_order": gettext_noop("Name all %(players)s level players, best first."),
    "cut_size": gettext_noop("At least one player must go on."),
    "entrant_twice": gettext_noop("A player is entered twice."),
    "factor_zero": gettext_noop("The factor must not be zero."),
    "list_empty": gettext_noop("Enter the points of at least one place."),
    "list_expected": gettext_noop("A list is expected here."),
    "match_twice": gettext_noop("Match %(match)s is counted twice."),
    "match_unknown": gettext_noop("Match %(match)s is not counted here."),
    "number_malformed": gettext_noop("Enter a number such as 4, 5.5 or 16/3."),
    "number_too_large": gettext_noop("The number is outside ±%(limit)s or too finely divided."),
    "object_expected": gettext_noop("Settings are expected here."),
    "percent_out_of_range": gettext_noop("Enter a percentage from 0 to 100."),
    "place_missing": gettext_noop(
        "Table size %(size)s: the points for place %(place)s are missing."
    ),
    "place_surplus": gettext_noop("Table size %(size)s has no place %(place)s."),
    "list_place_missing": gettext_noop("The points for place %(place)s are missing."),
    "list_row_rises": gettext_noop("Place %(place)s must not get more than the place before it."),
    "list_too_long": gettext_noop("The list has more than %(places)s places."),
    "row_rises": gettext_noop(
        "Table size %(size)s: place %(place)s must not get more than the place before it."
    ),
    "rows_missing": gettext_noop("Enter a row of points for at least one table size."),
    "cooperative_values_needed": gettext_noop(
        "This scheme has no points by place: say what a co-operative game won and one lost are "
        "worth, or choose another scheme."
    ),
    "scores_needed": gettext_noop(
        "This scheme counts the game's own points, but a match has only places."
    ),
    "seat_twice": gettext_noop("A player sits twice in match %(match)s."),
    "size_not_covered": gettext_noop("The scheme has no row for tables of %(size)s."),
    "size_out_of_range": gettext_noop("Table sizes go from %(low)s to %(high)s."),
    "unknown_choice": gettext_noop("%(choice)s cannot be chosen here."),
    "unknown_criterion": gettext_noop("There is no criterion %(key)s."),
    "unknown_key": gettext_noop("There is no setting %(key)s."),
    "unknown_rule": gettext_noop("There is no counting rule %(key)s."),
    "unknown_scheme": gettext_noop("There is no points scheme %(key)s."),
    "negative_number": gettext_noop("The number must not be negative."),
    "sum_not_zero": gettext_noop("The results of match %(match)s do not add up to zero."),
    "unit_not_positive": gettext_noop("The unit must be more than zero."),
    "win_not_positive": gettext_noop("A win must be worth more than nothing."),
    "weight_negative": gettext_noop("A weight must not be negative."),
    "weights_all_zero": gettext_noop("At least one evening must have a weight above zero."),
    "wrong_direction": gettext_noop(
        "With this factor the losing end of a game would get more than the winner."
    ),
}
