"""The sentences of this room, marked for translation; doors translate and fill them.

Those of a scheme's settings stand with the setting (`points/`).
"""

from __future__ import annotations

from games.core.text import gettext_noop

SCHEME_NAMES: dict[str, str] = {
    "linear7": gettext_noop("Seven to one"),
    "beaten": gettext_noop("Share of opponents beaten"),
    "podium": gettext_noop("One list for all tables"),
    "custom": gettext_noop("A list per table size"),
    "game_points": gettext_noop("The game's own points"),
    "vtes36": gettext_noop("Sixty, average thirty-six"),
    "pinburgh": gettext_noop("Three down to nothing"),
    "papa": gettext_noop("Four, two, one"),
    "paderborn": gettext_noop("Five, three, two, one"),
    "newport": gettext_noop("Grand prix, average six"),
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
        "First place gets 7 league points, last place 1, the rest evenly spaced. The "
        "average is always 4, so small tables are no better or worse."
    ),
    "beaten": gettext_noop(
        "Each player gets the share of opponents beaten at the table: 1 for first, 0 for "
        "last. The average is always one half."
    ),
    "podium": gettext_noop(
        "The same list of points for every table size, from first place down. Places "
        "beyond the list get nothing."
    ),
    "custom": gettext_noop("The club's own list of points for each table size."),
    "game_points": gettext_noop(
        "The points scored in the game count, up to the cap if there is one, multiplied "
        "by the factor."
    ),
    "vtes36": gettext_noop(
        "First place gets 60 league points, last place 12; the average is 36 at tables of "
        "three, four and five."
    ),
    "pinburgh": gettext_noop(
        "First place gets 3 league points, last place nothing; at a table of three the second "
        "gets 1½."
    ),
    "papa": gettext_noop(
        "The places get 4, 2, 1 and nothing; at a table of three last place still gets 1, "
        "so small tables are better."
    ),
    "paderborn": gettext_noop(
        "Tables of three get 5, 3, 1, tables of four 5, 3, 2, 1 and tables of five 6, 4, 3, 2, 1."
    ),
    "newport": gettext_noop(
        "Tables of three get 10, 6, 2, of four 11, 7, 4, 2, of five 12, 8, 5, 3, 2; the "
        "average is 6."
    ),
    "bga": gettext_noop(
        "Two league points for every opponent beaten, so large tables are worth more."
    ),
    "pool10": gettext_noop(
        "Each table shares ten league points per seat, with bigger steps towards the top; "
        "the average is 10 at every table size."
    ),
    "winner": gettext_noop("Only the winner gets league points; at a drawn table each gets some."),
    "table_share": gettext_noop("Each player gets their share of all points made at the table."),
    "raw_bonus": gettext_noop(
        "The score minus the base counts in units, with a bonus or penalty by place and a "
        "pot for the winner."
    ),
    "place_plus_score": gettext_noop("Points for the place, plus the score in the game."),
    "win_bonus": gettext_noop("Another scheme counts, and the winner of a table gets a bonus."),
}

TIE_TEXTS: dict[str, str] = {
    "share": gettext_noop("Tied players share the points of their places."),
    "full": gettext_noop("Tied players all get the points of the best place they cover."),
    "low": gettext_noop("Tied players all get the points of the lowest place they cover."),
    "share_up": gettext_noop(
        "Tied players share the points of the places they cover, rounded up to a whole number "
        "but never above the best of these places."
    ),
}

DRAWN_TEXTS: dict[str, str] = {
    "mean": gettext_noop("At a drawn table everyone gets the average of the list."),
    "fixed": gettext_noop("At a drawn table everyone gets %(points)s."),
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
        "Points divided by matches plus %(c)s decide, so a few good matches don't top the "
        "standings."
    ),
    "evening_places": gettext_noop(
        "The places of each evening earn points, and all evenings count."
    ),
    "evening_places_best": gettext_noop(
        "The places of each evening earn points, and the best %(n)s evenings count."
    ),
    "judged_after": gettext_noop("Weights apply before the worst results are picked."),
    "judged_before": gettext_noop("The worst results are picked before weights apply."),
    "judged_best": gettext_noop("Whichever results hurt the player most are left out."),
    "attendance": gettext_noop("Points for every evening played: %(points)s."),
    "sit_out": gettext_noop("Points for every round sitting out: %(points)s."),
}

MINIMUM_TEXTS: dict[str, str] = {
    "matches": gettext_noop("Matches needed for a rank: %(minimum)s."),
    "evenings": gettext_noop("Evenings needed for a rank: %(minimum)s."),
    "guest_matches": gettext_noop("Matches guests need for a rank: %(minimum)s."),
    "guest_evenings": gettext_noop("Evenings guests need for a rank: %(minimum)s."),
}

BYE_NAMES: dict[str, str] = {
    "bye": gettext_noop("Bye"),
    "requested_bye": gettext_noop("Requested bye"),
    "late": gettext_noop("Late arrival"),
    "no_show": gettext_noop("No-show"),
    "absent": gettext_noop("Absence"),
    "sits_out": gettext_noop("Sitting out"),
}

BYE_TEXTS: dict[str, str] = {
    "fixed": gettext_noop("worth %(points)s points"),
    "mean": gettext_noop("worth the average of a table of %(size)s"),
    "zero": gettext_noop("worth nothing"),
    "own_average": gettext_noop("worth the average of the player's own other rounds"),
}

SETTING_TEXTS: dict[str, str] = {
    "guests_hold_places": gettext_noop("Guests keep their place at the table."),
    "guests_are_skipped": gettext_noop("Tables are scored as if guests hadn't been there."),
    "filler_points": gettext_noop(
        "A filler gets %(points)s points for every match, whatever the result."
    ),
    "shared_win_one": gettext_noop("A shared first place is a whole win for each."),
    "shared_win_share": gettext_noop("A shared first place is part of a win for each."),
    "dropped_last": gettext_noop(
        "Anyone leaving after the seating is published keeps the place they were given."
    ),
    "dropped_zero": gettext_noop(
        "Anyone leaving after the seating is published gets nothing for that match."
    ),
    "side_points_share": gettext_noop("The members of a side share the points for their places."),
    "side_points_full": gettext_noop("Each member of a side gets the full points for its place."),
    "cooperative_won": gettext_noop("Winning a co-operative game is worth %(points)s points."),
    "cooperative_lost": gettext_noop("Losing a co-operative game is worth %(points)s points."),
    "full_size": gettext_noop(
        "Shares of points at smaller tables are worked out as if %(size)s had played."
    ),
    "opponents_floor": gettext_noop(
        "Every opponent counts as having won at least %(percent)s percent of their tables."
    ),
    "bye_limit": gettext_noop("Only a player's first %(limit)s byes are worth points."),
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
    "rank": gettext_noop("Qualified by rank"),
    "winner": gettext_noop("Qualified as table winner"),
    "wild_card": gettext_noop("Qualified by wild card"),
    "lot": gettext_noop("Qualified by lot"),
    "play_off": gettext_noop("Qualified by play-off"),
    "widen": gettext_noop("Qualified in a larger final"),
    "replacement": gettext_noop("Replaces %(name)s"),
    "bye": gettext_noop("Skips straight to the stage after this one"),
    "straight": gettext_noop("Skipped the stage before"),
}

ERROR_TEXTS: dict[str, str] = {
    "chain_empty": gettext_noop("Choose at least one criterion."),
    "chain_without_last_word": gettext_noop(
        "A cut needs a final decider: end the tie-breaks with a recorded lot, or decide "
        "each tie yourself."
    ),
    "count_expected": gettext_noop("Enter a whole number in the allowed range."),
    "criterion_twice": gettext_noop("The criterion %(key)s is listed twice."),
    "cut_order": gettext_noop("Name all %(players)s tied players, best first."),
    "cut_size": gettext_noop("At least one player must advance."),
    "entrant_twice": gettext_noop("A player is entered twice."),
    "factor_zero": gettext_noop("The factor must not be zero."),
    "list_empty": gettext_noop("Enter the points of at least one place."),
    "list_expected": gettext_noop("A list is expected here."),
    "match_twice": gettext_noop("Match %(match)s is counted twice."),
    "match_unknown": gettext_noop("Match %(match)s is not counted here."),
    "number_malformed": gettext_noop("Enter a number such as 4, 5.5 or 16/3."),
    "number_too_large": gettext_noop("The number is outside ±%(limit)s or has too many decimals."),
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
    "rows_missing": gettext_noop("Enter a list of points for at least one table size."),
    "cooperative_values_needed": gettext_noop(
        "This scheme has no points by place. Enter what a co-operative win and loss are "
        "worth, or choose another scheme."
    ),
    "scores_needed": gettext_noop(
        "This scheme counts the game's own points, but a match has only places."
    ),
    "seat_twice": gettext_noop("A player sits twice in match %(match)s."),
    "size_not_covered": gettext_noop("The scheme has no points for tables of %(size)s."),
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
        "With this factor the loser of a game would get more than the winner."
    ),
}
