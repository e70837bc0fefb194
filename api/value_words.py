"""What each value of a closed set means, for the document of the API.

A set is known by the names that its fields and parameters bear (``Body.field`` where a name alone
would not do) and by its values. The words of kinds that grow with the product are its pages'.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import override

from api.state_words import STATES, Words
from league.core.enums import TalkPhrase
from league.core.notices import NoticeKind
from league.lists.csv_reading import ENCODINGS
from league.words.fact_phrases import FACTS

_STAGE_KIND: Words = {
    "main": "the stage that everybody plays",
    "semi_final": "before the final, for those who got through",
    "final": "decides the winner",
}
_CUT_CHOICE: Words = {
    "lot": "a lot is drawn now and recorded",
    "play_off": "they played for it: `order` says how it ended",
    "widen": "all of them go on",
}
_FORMATS: Words = {
    "csv": "text for spreadsheets, a row a line",
    "json": "JSON",
    "xlsx": "a workbook for Excel and its like",
    "jsonl": "a line of JSON for each step",
}
# The first set that bears the name and has all values is meant.
SETS: tuple[tuple[tuple[str, ...], Words], ...] = (
    (("format",), _FORMATS),
    *STATES,
    (
        ("delivery",),
        {
            "waiting": "will be sent",
            "sending": "is on its way",
            "collected": "is kept for the weekly message",
            "sent": "was handed over",
            "given_up": "could not be delivered",
            "dropped": "was no longer of use",
        },
    ),
    (
        ("why",),
        {
            "all_new": "start now: nobody meets again",
            "waited_enough": "start now: somebody has waited as long as the stage allows",
            "none_ends_soon": "start now: no table ends in that time",
            "no_fresher": "start now: waiting would not mix them better",
            "end_unknown": "waiting would be worth it, but nobody knows when a table ends",
            "wait": "wait for the table in `table`",
        },
    ),
    (
        ("how",),
        {
            "rank": "by their rank",
            "winner": "as winner of a table",
            "wild_card": "by rank, beside the winners of tables",
            "lot": "a lot decided a tie",
            "play_off": "a play-off decided a tie",
            "widen": "level across the line: all of them went on",
            "replacement": "in the place of somebody who declined",
            "bye": "goes on past the stage that follows",
            "straight": "went past the stage before",
        },
    ),
    (
        ("what",),
        {
            "club": "the club's name, settings or rules",
            "season": "a season's name, days, rules or state",
            "event": "an event's name, time, rules or state",
            "entries": "who takes part, and who is here",
            "seating": "rounds, tables or seats",
            "clock": "the clock of a round or table",
            "results": "a result, or whether it may be seen",
            "standings": "standings, adjustments or a cut",
        },
    ),
    (
        ("what",),
        {
            "results": "every match with its seats",
            "attendance": "who was there",
            "adjustments": "penalties and bonuses",
            "journal": "what was decided, by whom and when; for organizers",
        },
    ),
    (
        ("do",),
        {
            "start": "starts it, for `minutes` or the stage's length",
            "hold": "stops the time",
            "resume": "lets it run on",
            "extend": "adds `minutes`; below zero: takes them away",
            "reset": "takes the clock away",
        },
    ),
    (
        ("do",),
        {
            "publish": "everybody sees them as they are now",
            "hide": "organizers alone see them",
            "at_once": "from now on every result reaches the public at once",
            "by_hand": "from now on nothing new is shown before `publish`",
        },
    ),
    (
        ("do",),
        {
            "say": "says a `phrase` or `words`",
            "hide": "the asker no longer sees the talk of this match",
            "show": "the asker sees it again",
            "report": "reports the remark `number` to whoever looks after the table",
            "mute": "the seat `number` may write no more",
            "unmute": "it may write again",
            "settle": "the report of the remark `number` is dealt with",
        },
    ),
    (
        ("do",),
        {
            "leave": "gives up the own seat before the match begins",
            "resign": "gives up for good; a bot plays on",
            "come_back": "takes the seat again that a bot played on",
            "stop": "ends a match in which somebody's time has run out, counted as the rules say",
            "remove_bot": "takes the bot on seat `number` away, before the match begins",
            "free_seat": "frees the seat `number` of somebody who left before the match began",
            "take_over": "lets a bot play on for the seat `number`, whose time is over",
            "grant_back": "agrees to take back the decision `number` (of `asked_back`)",
            "refuse_back": "refuses to take back the decision `number` (of `asked_back`)",
            "take_back": "takes back the own last decision, or asks the others to let it be",
            "correct_draw": "with real dice or cards: takes back the draw entered last",
            "agree_to_stop": "agrees to end the match, or with `agreed` false no longer",
            "begin": "begins the match",
            "add_bot": "puts the `bot` on a free seat",
            "seat_here": "sits somebody down at the host's device",
            "give_time": "gives the seat `number` `days` more, by turns",
        },
    ),
    (
        ("language",),
        {"en": "English", "de": "German", "fr": "French"},
    ),
    (
        ("visibility",),
        {
            "public": "everybody finds it",
            "unlisted": "everybody with its address; in no list",
            "members": "its members alone",
        },
    ),
    (
        ("name_level",),
        {
            "": "as the club has it",
            "full": "given and family name",
            "initial": "given name and initial",
            "nickname": "the nickname alone",
            "hidden": "no name: “Player”",
        },
    ),
    (
        ("kind",),
        {"member": "belongs to the club", "guest": "comes along", None: "neither at present"},
    ),
    (
        ("kind",),
        {
            "rank": "a rank as it is shown: `4=`",
            "name": "a name",
            "count": "a whole number",
            "number": "an exact number",
            "counts": "several whole numbers",
            "numbers": "several exact numbers",
        },
    ),
    (("kind",), _STAGE_KIND),
    (
        ("kind",),
        {
            "evening": "an evening of the club, usually one of a season",
            "tournament": "an event with a winner of its own",
        },
    ),
    (
        ("kind",),
        {
            "anonymous": "a visitor: no token, no session",
            "person": "a signed-in account",
            "token": "a token of an account",
            "seat": "a seat at a table, by its link",
            "guest": "a browser at a match, by its key",
            "system": "the service itself",
        },
    ),
    (
        ("kind",),
        {"token": "does what its account may", "device": "reads one event and nothing else"},
    ),
    (
        ("RatingList.kind", "RatingSettings.kind"),
        {
            "club_game": "one game in one club",
            "game": "one game in all clubs",
            "all": "all games in all clubs",
        },
    ),
    (
        ("kind",),
        {
            "fixed": "so many points: `points`",
            "mean": "the mean of the round",
            "zero": "nothing",
            "own_average": "what the player has on average",
        },
    ),
    (("choice", "choices"), _CUT_CHOICE),
    (
        ("confirmation",),
        {
            "other_seat": "anybody else at the table",
            "all_seats": "everybody at the table",
            "organizer": "an organizer alone",
            "none": "nobody: it counts at once",
        },
    ),
    (
        ("asks_email",),
        {
            "no": "nobody is asked",
            "optional": "asked, and may be left empty",
            "needed": "asked, and to be confirmed; the place is held until then",
        },
    ),
    (
        ("account",),
        {
            "": "`gone` has no account",
            "follows": "the account belongs to `kept` from then on",
            "loses": "`kept` has its own; this one belongs to nobody from then on",
        },
    ),
    (
        ("game",),
        {
            "dice-devils": "Dice Devils",
            "teufel-teufel": "Teufel, Teufel!",
            "the-devil-with-it": "The Devil With It",
            "free-form": "any other game, which the club describes itself",
        },
    ),
    (("level",), {"error": "nothing was stored", "warning": "worth a second look"}),
    (
        ("method",),
        {
            "random": "by lot, with as few people as can be meeting again",
            "swiss": "by the standings: people with similar scores meet",
            "balanced": "all tables are equally strong",
            "snake": "in a snake through the ranking",
            "fixed": "from a fixed list",
        },
    ),
    (
        ("shared_win",),
        {
            "one": "a shared first place is a whole win for each",
            "share": "it is part of a win for each",
        },
    ),
    (
        ("dropped",),
        {
            "last": "who leaves a table keeps the place that they were given",
            "zero": "who leaves a table gets nothing for that match",
        },
    ),
    (
        ("side_points",),
        {
            "share": "the members of a side share the points of their places",
            "full": "each of them gets the points of the side's place",
        },
    ),
    (
        ("mode",),
        {
            "rounds": "tables start together",
            "open_play": "tables form when people are free",
            "fixtures": "each table agrees on its own day",
        },
    ),
    (
        ("rights",),
        {
            "public": "what visitors may read",
            "organizers": "all of the journal",
        },
    ),
    (
        ("off_why",),
        {
            "": "it is not switched off",
            "gone": "the address answered 410",
            "failing": "nothing arrived for three days",
        },
    ),
    (
        ("counting",),
        {
            "sum": "everything counts",
            "best_n": "the best `counting_n` count",
            "drop_worst_k": "all but the worst `counting_n` count",
            "average": "the average counts",
            "shrunk_average": "points divided by matches plus a number of the rule",
            "evening_places": "places of evenings are worth points",
        },
    ),
    (("counting_unit",), {"matches": "single matches", "evenings": "whole evenings"}),
    (
        ("engine",),
        {
            "plackett_luce": "the whole order of a table at once",
            "elo_pairs": "every two at a table, as in chess",
        },
    ),
    (
        ("part",),
        {
            "player": "plays",
            "filler": "makes up the numbers: not ranked, not rated",
            "standby": "stands by, and is seated where somebody is needed",
        },
    ),
    (
        ("verdict",),
        {
            "only": "there is no other choice to consider",
            "won": "as good as won with any of them",
            "lost": "as good as lost with each of them",
            "clear": "the first is clearly best",
            "worse": "the first two are alike, the third is worse",
            "alike": "hardly any difference",
            "open": "so few trials cannot tell which is best",
        },
    ),
    (
        ("access",),
        {
            "lobby": "everybody, in the lobby",
            "link": "everybody with the link",
            "club": "members of the club",
        },
    ),
    (
        ("pace",),
        {
            "together": "everybody is there at once",
            "turns": "days for each decision",
        },
    ),
    (
        ("cause",),
        {
            "draw": "dice or cards",
            "turned_up": "a decision that turned up what lay hidden",
            "decision": "a decision",
        },
    ),
    (
        ("clubs", "apart"),
        {
            "off": "they may meet",
            "soft": "they are kept apart where it costs little",
            "hard": "they never share a table",
        },
    ),
    (
        ("role",),
        {
            "site_admin": "runs the installation",
            "club_admin": "runs the club: people, rules, roles",
            "organizer": "runs its seasons and events",
            "scorekeeper": "enters results",
        },
    ),
    (
        ("scopes",),
        {
            "read": "read what its account sees",
            "records": "enter, confirm and correct results, play in the browser",
            "organize": "run seasons and events, write down people",
            "clubs": "found clubs, change their settings, games and rules",
        },
    ),
    (
        ("names",),
        {
            "public": "what visitors see",
            "full": "whole names and the newest results, for organizers",
        },
    ),
    (
        ("first_line",),
        {"headings": "what the columns hold", "person": "somebody, as every other line"},
    ),
    (("delimiter",), {",": "commas", ";": "semicolons", "tab": "tabulators"}),
    (("*",), {"true": "yes", "false": "no"}),
)


def growing() -> Iterator[tuple[tuple[str, ...], Words]]:
    """Sets whose words the pages have already, in English."""
    with override("en"):
        kinds = {kind.value: str(kind.label) for kind in NoticeKind}
        phrases = {phrase.value: f"“{phrase.label}”" for phrase in TalkPhrase}
        facts = {fact.value: str(words) for fact, words in FACTS.items()}
    yield ("wanted", "about"), kinds
    yield ("phrase",), {**phrases, "": "somebody's own words"}
    yield ("types",), facts
    yield ("encoding",), ENCODINGS


def meaning(body: str, name: str, values: list[Any]) -> Words:
    """What the ``values`` of a field of a body (or of a parameter) mean; empty: not known."""
    asked = {f"{body}.{name}", name, "*"}
    for names, words in (*SETS, *growing()):
        if asked & set(names) and set(values) <= set(words):
            return words
    return {}


def listed(words: Words, values: list[Any]) -> str:
    """A line for each value, as the page of the document draws lists."""
    return "\n".join(f"* `{_written(one)}` - {words[one]}" for one in values)


def _written(value: str | None) -> str:
    return "null" if value is None else value or '""'
