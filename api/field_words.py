"""What fields and parameters are, where the view itself says nothing of them.

A name means the same wherever it stands; where it does not, ``SPECIAL`` says so.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from api import value_words
from api.schema import Input, Output

INTRODUCTION = Path(__file__).parent / "introduction.md"

ID = {
    "slug": "The address of the club, from `/clubs/`.",
    "code": "The code of the match, from `/plays/` or its link.",
    "seq": "The number of the last line that the asker has.",
    "scope_id": "The number of the list of ratings, from `/ratings/`.",
    "line_id": "The number of the line, from the club's journal.",
    "format": "The shape of the answer; else `Accept` decides.",
    "state": "Only those in this state.",
}
FIELDS = {
    "absent": "What a round is worth to somebody who was excused.",
    "accept_missing": "Goes on although tables have no confirmed result.",
    "access": "Who finds it.",
    "adjustments": "Penalties and bonuses that count here.",
    "after": "How it stands afterwards.",
    "after_ms": "Milliseconds after the match began.",
    "agreed": "Whether the seat agrees to what was asked.",
    "at": "When it happened.",
    "auto_publish": "Whether every result reaches the public at once.",
    "away": "Who is away from the table.",
    "before": "How it stood before.",
    "began_at": "When the match began; null: not yet.",
    "behind": "What the number rests on.",
    "bot": "The bot, by its name.",
    "bots": "The bots that sit at the table, by their names.",
    "boxes": "What is typed in, box by box.",
    "bye": "What a bye is worth.",
    "bye_limit": "Byes per player that are worth points; null: all.",
    "byes": "Who has a bye in which round.",
    "called": "Who was called.",
    "cannot_sit": "Who is free and finds no table.",
    "capacity": "Places; null: for everybody.",
    "carry": "Percent of the points that a final's people bring.",
    "cause": "What turned it.",
    "chain": "What ranks them, the first criterion first: keys from `/scoring/`.",
    "change": "By how much it changed.",
    "choices": "What may be chosen.",
    "closed_at": "When it was closed; null: not yet.",
    "closed_by": "Who closed it.",
    "closed_reason": "Why it was closed.",
    "club": "The club.",
    "clubs": "The clubs that know the player.",
    "code": "Stable; for programs.",
    "columns": "What the rows hold, from left to right.",
    "confirmation": "Whose second look turns a reported sheet into a result.",
    "confirmed_at": "When it was confirmed; null: not yet.",
    "confirmed_by": "Who confirmed it.",
    "contribution": "A word of one's own that goes into the seed.",
    "cooperative_lost": "Points for each when a game played together is lost; null: the last's.",
    "cooperative_won": "Points for each when a game played together is won; null: the first's.",
    "copies": "How many boxes the club owns; null: plenty.",
    "costs": "What the seating costs, by criterion.",
    "count": "How many.",
    "counting": "How the results of a season become a total.",
    "counting_more": "Further settings of the counting rule.",
    "counting_n": "How many results count; null: as the rule needs none.",
    "counting_unit": "What is counted.",
    "created_at": "When it was made.",
    "criterion": "What is looked at.",
    "days": "How many days it lasts; left out: without an end.",
    "declined": "Whether they declined.",
    "description": "Some words about it.",
    "dispute_reason": "What is said to be wrong.",
    "disputed_by": "Who says that it is wrong.",
    "do": "What is to be done.",
    "draw": "Which draw of its round it is, from 1; drawn again, it is the next.",
    "drawn": "Whether the match was drawn, or lost by all together.",
    "dropped": "What a match is worth to who leaves its table.",
    "dropped_round": "From this round on they are gone; null: they are not.",
    "end": "How the match ended.",
    "ended_at": "When it ended; null: not yet.",
    "ends_at": "When it ends; null: open.",
    "ends_on": "The last day, which still belongs to it.",
    "engine": "How the ratings are computed.",
    "entries": "The entries, by their numbers.",
    "entry": "The entry: a player in this event.",
    "evenings": "The events that count.",
    "event": "The event, by its number.",
    "exact": "As a whole number or a fraction: `16/3`.",
    "expected_seq": "The number of the last line that the sender knows.",
    "expires_at": "When it ends; null: never.",
    "extras": "What counts besides.",
    "fact": "What was decided.",
    "family": "The family name.",
    "filler_points": "What a match of a filler is booked at; null: fillers are not listed.",
    "first_round": "The number of the first of them.",
    "format": "The version of this shape.",
    "free": "Seats that are free.",
    "free_talk": "Whether people may type at tables in the browser; else they choose phrases.",
    "full_size": "The size that shorter tables are raised to where shares of points are taken.",
    "furthest": "Who moved furthest.",
    "game": "The game, as the club calls it.",
    "given": "The given name.",
    "gone": "The record that goes into the other.",
    "guests": "The guests.",
    "guests_hold_places": "Whether guests and fillers hold their place at the table.",
    "has_days_off": "Whether they pause for some days.",
    "has_resigned": "Whether they resigned.",
    "have": "How many matches they have.",
    "how": "How they got through.",
    "id": "The number, for addresses and other fields.",
    "increment": "Seconds that each decision adds to the clock.",
    "is_filler": "Whether they make up the numbers: not ranked, not rated.",
    "is_guest": "Whether they are a guest of the club here.",
    "is_host": "Whether they opened the table.",
    "is_locked": "Whether it stays when the rest is drawn again.",
    "is_mine": "Whether it is the asker's.",
    "is_minor": "Whether they are under age: of minors the public sees less.",
    "is_muted": "Whether they may write no more.",
    "is_person": "Whether somebody sits there; else it is a bot.",
    "is_present": "Whether they are in the room.",
    "is_published": "Whether the public sees it.",
    "is_ready": "Whether it has been computed; else ask again.",
    "is_retired": "Whether it is out of use, with its past.",
    "is_rolling": "Whether it is open play, in which tables begin one by one.",
    "is_running": "Whether it runs now.",
    "issues": "Faults, each at its place.",
    "joined_round": "The first round in which they take part.",
    "kept": "The record that stays.",
    "key": "A stable word, for programs.",
    "kind": "What it is.",
    "label": "The heading, in the language asked for.",
    "language": "The language of what is written for all.",
    "last_entry_round": "Nobody enters for a later round; null: no limit.",
    "last_used_on": "The last day on which it was used; null: never.",
    "late": "What a round missed by coming late is worth.",
    "least_cost": "No seating costs less.",
    "left": "Who has left.",
    "length_s": "How long it runs, in seconds.",
    "level": "How grave it is.",
    "level_by_earlier": "Whether ties in a final are broken by the rank before it.",
    "lines": "What happened, in order.",
    "list": "The list of ratings.",
    "loser": "The seat that loses by it.",
    "low_tie": "Whether those who lost are level.",
    "lower_bound": "No seating has fewer repeats.",
    "made_at": "When it was made.",
    "matches": "How many matches.",
    "max_tables": "As many tables there are; null: no limit.",
    "may": "What the asker may do.",
    "meetings": "How often two people met.",
    "memberships": "The memberships.",
    "message": "In the language asked for; for people.",
    "met_again": "How many they met again.",
    "met_again_forced": "How many of these no seating could have spared them.",
    "method": "How it is drawn.",
    "min_matches": "Who has fewer matches is not ranked.",
    "mode": "How its tables come about.",
    "most_meetings": "How often two people meet at most.",
    "most_with_one": "How often they met the same person at most.",
    "move": "Moves one entry to another table, or to a bye.",
    "moved": "How many ranks would change.",
    "moved_at": "When the last decision was made.",
    "moves": "Who moved.",
    "name": "What it is called; somebody, as far as the asker may know their name.",
    "need": "How many matches are needed for a rank.",
    "next": "The address of the next page; null: this is the last.",
    "nickname": "What others call them.",
    "no_show": "What a seat left empty is worth.",
    "number": "Its number, from 1.",
    "offer_hours": "For how long a place that comes free is offered; null: it is given at once.",
    "opened_at": "When it was opened.",
    "opponents": "How many people they met.",
    "opponents_floor": "Percent of tables that an opponent is at least taken to have won.",
    "opponents_possible": "How many people they could have met.",
    "options": "How the game is played, in its own fields.",
    "outcome": "What follows from the sheet.",
    "owes_since": "Since when the others wait for them; null: they do not.",
    "pace": "How it is played in time.",
    "params": "What the sentence is about, by name; for programs.",
    "partings": "Where ties were decided.",
    "path": "The way to the field at fault.",
    "pausing": "Who pauses.",
    "penalties": "What is not as one would wish it.",
    "periods": "The parts of the season.",
    "place": "Where it takes place.",
    "play": "The match in the browser; null: none.",
    "play_increment": "What each decision adds to the clock, in seconds.",
    "played_at": "When it was played; null: not yet.",
    "player": "The player, by number.",
    "players": "The players.",
    "playing": "Who plays.",
    "plays_here": "Whether tables may play in the browser.",
    "points": "The points.",
    "points_after": "League points after it.",
    "points_before": "League points before it.",
    "position": "The seat at the table, from 1.",
    "progress": "How far the search is.",
    "provisional": "Whether it rests on too few matches to be sure.",
    "published_at": "When it was published; null: not yet.",
    "question": "What is asked, in the language asked for.",
    "rank": "The rank; null: not ranked.",
    "rank_after": "The rank after it.",
    "rank_before": "The rank before it.",
    "rank_guests": "Whether guests have a rank, too.",
    "rank_text": "The rank as it is shown; `4=` where it is shared.",
    "ranked": "How many have a rank.",
    "rates_casual": "Whether casual matches of members count for the ratings.",
    "rating": "The rating.",
    "reason": "Why; everybody who sees it can read it.",
    "reasons": "What made them move.",
    "record": "The newest record of the result; null: none yet.",
    "refused_by": "The seats that refused.",
    "remarks": "Worth knowing; nothing is refused for it.",
    "repeats": "Pairs that meet again.",
    "repeats_forced": "How many of these no seating could have spared.",
    "reported_at": "When it was reported.",
    "reported_by": "Who reported it.",
    "requested_bye": "What a bye that was asked for is worth; null: what any bye is worth.",
    "results": "The rows.",
    "risen": "By how many ranks they rose; below zero: fell.",
    "role": "What the account may do there.",
    "roles": "What the account may do where.",
    "round": "The `id` of the round, for `/rounds/{id}/`.",
    "round_id": "The `id` of the round, for `/rounds/{id}/`.",
    "round_number": "The number of the round in its stage, from 1.",
    "rounds": "The rounds, in their order.",
    "rounds_played": "How many rounds were played.",
    "row": "The row of the standings.",
    "rows": "The rows, the best first.",
    "rule": "How a season counts.",
    "ruleset": "The rules of the game, from `/clubs/{slug}/rulesets/`; null: none.",
    "sat_out": "How often they had no table.",
    "scheme": 'The points scheme: what places are worth, such as `{"key": "linear7"}`. All kinds, '
    "with their fields: `/scoring/`.",
    "scopes": "What a token may do.",
    "season": "The season, by its number; null: none.",
    "seat": "The seat.",
    "seating": "The seating.",
    "seats": "The seats, in their order.",
    "seed": "Repeats the draw.",
    "seq": "The number of the line.",
    "settings": "The settings.",
    "shared_win": "What a shared first place is.",
    "shown": "As it is shown: rounded.",
    "side_points": "What sides get for their places.",
    "since": "Since when.",
    "sits_out": "What a round without a table is worth to somebody who sits out.",
    "size": "How many sit there.",
    "size_max": "As many sit at a table at most; null: as the game allows.",
    "size_min": "As few sit at a table; null: as the game allows.",
    "size_preferred": "As many sit at a table if it can be.",
    "sizes": "The sizes of the tables.",
    "slug": "Its part of an address on the pages.",
    "source_season": "The season whose final this is; null: none.",
    "stage": "The stage, by its number.",
    "stages": "The stages, in their order.",
    "starts_at": "When it begins.",
    "starts_on": "The first day.",
    "state": "How far it is.",
    "steps": "Step by step.",
    "stopped_by": "Why the search for a better seating ended.",
    "swap": "Two entries change places.",
    "table": "The table, by its number for addresses.",
    "tables": "The tables.",
    "tied": "Whether the rank is shared.",
    "tied_after": "Whether the rank is shared afterwards.",
    "tied_before": "Whether the rank was shared before.",
    "time_zone": "Of the room, such as `Europe/Berlin`.",
    "times": "How often.",
    "title": "What it is called.",
    "top": "The first ranks.",
    "turns": "The turns.",
    "undone_at": "When it was taken back; null: it holds.",
    "unranked": "Why there is no rank; null: there is one.",
    "until": "The last day; null: open.",
    "unusual_sizes": "Tables of a size that is not preferred.",
    "unusual_spread": "How unevenly these fall on people.",
    "values": "The values, by the key of the column.",
    "verdict": "What the chances say.",
    "version": "Raised by every change; for `If-Match`.",
    "visibility": "Who finds the club.",
    "waiting_on": "For whom the table waits.",
    "wants_bye": "Whether they ask to sit out the next round.",
    "wants_stop": "Whether they want to stop.",
    "weight": "How many times it counts in its season.",
    "winner": "The seat that wins by it.",
    "winners_first": "Whether winners of tables go first.",
    "without_table": "Who has no table in this round, and why.",
    "words": "As people read it, in the language asked for.",
}
# Where a name means something else, by the name of the body.
SPECIAL = {
    "Table.number": "Of the table in its round, as people call it.",
    "Table.round": "The number of the round in its stage: `round_number`. Its `id` is `round_id`.",
    "OneTable.number": "Of the table in its round, as people call it.",
    "OneTable.round": "The number of the round in its stage: `round_number`. Its `id` is "
    "`round_id`.",
    "PlannedTable.number": "Of the table in its round, as people call it.",
    "Seating.number": "Which draw of its round it is: `draw`. The round's own is `round_number`.",
    "Round.number": "The number of the round in its stage, from 1; what addresses take is `id`.",
    "OneRound.number": "The number of the round in its stage, from 1; what addresses take is `id`.",
    "ClubOfPlayer.slug": "The address of the club, for `/clubs/{slug}/`.",
    "Club.slug": "The address of the club, for `/clubs/{slug}/`.",
    "ClubOfPlayer.club": "The name of the club.",
    "Play.code": "For the addresses of the match.",
    "PlayList.code": "For the addresses of the match.",
    "PlaySeat.place": "The place at the end; null: not over.",
    "RatingStep.place": "The place at the table.",
    "StandingRow.state": "Whether they still take part.",
    "Issue.code": "The fault, for programs.",
    "Penalty.code": "What is not as wished, for programs.",
    "TokenInput.event": "The only event that the token knows; left out: all that its owner sees.",
    "NewToken.event": "The only event that the token knows; null: all that its owner sees.",
    "Token.event": "The only event that the token knows; null: all that its owner sees.",
    "Token.name": "What it is for.",
    "NewToken.name": "What it is for.",
    "TokenInput.name": "What it is for.",
    "Club.name": "What the club is called.",
    "ClubInput.description": "Some words about the club, for its page.",
    "DoInput.bot": "The bot that sits down, by its name.",
    "StageSettings.seating": "What the stage prefers when it seats.",
    "StageChanged.seating": "What the stage prefers when it seats.",
    "StagePatch.seating": "What the stage prefers when it seats; what is left out stays.",
    "NewStageInput.seating": "What the stage prefers when it seats.",
}


OF_ALL = {inspect.getdoc(Input), inspect.getdoc(Output)}


def fill(
    result: dict[str, Any], generator: object, request: object, public: bool
) -> dict[str, Any]:
    """Puts words to every field, parameter and answer that has none, and to every value of a
    closed set. As the tool calls it.
    """
    result["info"]["description"] = INTRODUCTION.read_text(encoding="utf-8")
    for name, schema in result.get("components", {}).get("schemas", {}).items():
        body = body_of(name)
        if schema.get("description") in OF_ALL:  # what our classes say to us of themselves
            del schema["description"]
        for field, told in schema.get("properties", {}).items():
            with_values = _values(body, field, told)
            if told.get("description"):
                told["description"] += with_values
                continue
            words = SPECIAL.get(f"{body}.{field}", FIELDS.get(field, ""))
            if words and "$ref" in told:  # beside a reference nothing is read
                schema["properties"][field] = {"allOf": [told], "description": words}
            elif words:
                told["description"] = words + with_values
    for methods in result["paths"].values():
        for operation in methods.values():
            for one in operation.get("parameters", ()):
                one.setdefault("description", _of_parameter(one["name"]))
                one["description"] += _values("", one["name"], one)
            for status, answer in operation.get("responses", {}).items():
                answer["description"] = answer.get("description") or ANSWERS.get(status, "Done.")
    return result


def body_of(name: str) -> str:
    """A body as ``SPECIAL`` calls it."""
    return name.removeprefix("Patched").removesuffix("Request").removesuffix("Output")


def _values(body: str, name: str, told: dict[str, Any]) -> str:
    """What each value of a closed set means, to stand below what the field or parameter is."""
    found = [told, told.get("items", {}), told.get("schema", {})]
    closed = next((one for one in found if "enum" in one), None)
    if closed is None:
        return ""
    words = value_words.meaning(body, name, closed["enum"])
    return f"\n\n{value_words.listed(words, closed['enum'])}" if words else ""


def _of_parameter(name: str) -> str:
    if name in ID:
        return ID[name]
    return f"The number of the {name.removesuffix('_id').replace('_', ' ')}: its `id`."


ANSWERS = {
    "200": "OK.",
    "201": "Created.",
    "204": "Done; the answer is empty.",
    "400": "Something in the request is wrong: `field` and `issues` say what.",
    "401": "The token is unknown or has expired.",
    "403": "You may not do this.",
    "404": "Not found, or not visible to you.",
    "406": "`Accept` asks for a format that there isn't.",
    "409": "It conflicts with how things are now: `code` says why.",
    "410": "It is over.",
    "413": "The body is too large.",
    "415": "The body isn't JSON.",
    "422": "The sheet has faults: `issues` says in which cells.",
    "428": "`If-Match` is missing.",
    "429": "Too many requests: wait for `Retry-After` seconds.",
}
