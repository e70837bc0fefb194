"""Recomputes the standings of a season file from its results: python3 recompute_season.py FILE.

Needs nothing but Python 3.11. Says where it comes to something else than the file, and ends with
0 (the same), 1 (something differs) or 2 (no verdict: the file asks for something not known here).
Known are the points schemes linear7, beaten, podium, custom, vtes36, pinburgh, papa, paderborn,
newport, bga, pool10, winner, game_points, table_share, raw_bonus, place_plus_score and win_bonus;
the tie-breaks in CRITERIA; the rules in RULES. Not known are the tie-break seat_adjusted, the rule
evening_places, full points for each member of a side, averages judged by what is best, signatures.
"""

# fmt: off
import json
import sys
from collections import Counter, defaultdict
from fractions import Fraction as F
from functools import cache
from itertools import groupby
from math import ceil

RULES = ("sum", "best_n", "drop_worst_k", "average", "shrunk_average")
def row_of(spec, size):  # what places are worth at a table of this size, where they are
    return [F(one) for one in spec.get("rows", {}).get(str(size), ())]

def share_out(row, places, ties):  # seats that tie cover as many places as they are
    paid, start = {}, 0
    for place, count in sorted(Counter(places).items()):
        covered, start = row[start : start + count], start + count
        even = sum(covered) / F(count)
        up = min(F(ceil(even)), covered[0]) if count > 1 else even
        paid[place] = {"full": covered[0], "low": covered[-1], "share_up": up}.get(ties, even)
    return [paid[place] for place in places]

def pay(spec, seats, drawn, low):  # What a points scheme pays to each seat
    key, size, places = spec["key"], len(seats), [seat["place"] for seat in seats]
    scores, ties = [seat["score"] for seat in seats], "low" if low else spec.get("ties")
    if key == "win_bonus":
        paid, first = pay(spec["scheme"], seats, drawn, low), places.count(min(places))
        each = F(spec["bonus"]) / (first if spec["shared"] == "share" else 1)
        each = 0 if drawn or (low and first > 1) else each
        return [got + each * (place == min(places)) for got, place in zip(paid, places)]
    if key == "place_plus_score":
        paid = pay(spec["places"], seats, drawn, low)
        return [a + F(spec["factor"]) * b + F(spec["playing"]) for a, b in zip(paid, scores)]
    if drawn and spec.get("drawn") is not None:
        return [F(spec["drawn"])] * size
    if key == "game_points":
        most = max(scores) if spec["cap"] is None else F(spec["cap"])
        return [min(one, most) * F(spec["factor"]) for one in scores]
    if key == "table_share":
        total, full = sum(scores), max(size, spec["full_size"] or 0)
        return [one * size / (total * full) if total > 0 else F(1, full) for one in scores]
    if key == "raw_bonus":
        row = [F(one) for one in spec["bonus"][str(size)]]
        paid = share_out([row[0] + F(spec["pot"]), *row[1:]], places, ties)
        return [(a - F(spec["base"])) / F(spec["unit"]) + b for a, b in zip(scores, paid)]
    if not (row := row_of(spec, size)):
        raise LookupError(f"the points scheme {key} at a table of {size}")
    return [sum(row) / size] * size if drawn and not low else share_out(row, places, ties)

def apart(one, other):
    return one is not other and (one["side"] is None or one["side"] != other["side"])

def awards(match, spec, more, void):  # what each seat got; `more` are the stage's settings
    seats, (drawn, low) = match["seats"], (match["outcome"][key] for key in ("drawn", "low_tie"))
    there = [seat for seat in seats if seat["ranked"] or seat["filler"]]
    there = seats if more.get("guests_hold_places", True) or len(there) < 2 else there
    together = seats[0]["side"] is not None and len({seat["side"] for seat in seats}) == 1
    row, each = row_of(spec, len(there)), more.get(f"cooperative_{'lost' if drawn else 'won'}")
    if together and (each is not None or row):
        paid = [row[-1 if drawn else 0] if each is None else F(each)] * len(there)
    else:
        paid = pay(spec, there, drawn, low)
    got, found = {id(seat): points for seat, points in zip(there, paid)}, []
    for seat in seats:
        level = [one for one in there if one["place"] == seat["place"]]
        place = 1 + sum(one["place"] < seat["place"] for one in there) + (len(level) - 1) * low
        sharing = len(level if seat["side"] is None else {one["side"] for one in level})
        rivals = [one for one in seats if one["ranked"] and apart(one, seat)]
        nothing, decided = seat["left"] and more.get("dropped") == "zero", not (drawn or together)
        win = F(place == 1 and not drawn, sharing or 1 if more.get("shared_win") == "share" else 1)
        found.append(None if not seat["ranked"] or seat["player"] in void else {
            "place": place, "points": F(0) if nothing else got[id(seat)], "win": win,
            "decided": decided, "faced": len(rivals),
            "beaten": decided * sum(one["place"] > seat["place"] for one in rivals)})
    return found

def book_of(event, stage):  # a stage with its matches in order, and what each of their seats got
    void = [one["player"] for one in event["entries"] if one["is_void"]]
    byes = [bye | {"round": one["round"]} for one in stage["rounds"] for bye in one["byes"]]
    matches = [match | {"round": one["round"], "at": match["played_at"]}
               for one in stage["rounds"] for match in one["tables"]]
    for match in matches:
        for seat in match["seats"]:
            seat["score"] = None if seat["score"] is None else F(seat["score"])
        match["got"] = awards(match, stage["scheme"], stage["scoring"], void)
    matches.sort(key=lambda one: (one["round"], one["at"], one["match"]))
    order = (event["starts_at"], stage["stage"], event["event"],
             ("main", "semi_final", "final").index(stage["kind"]),
             min((one["match"] for one in matches), default=0))
    return stage | {"order": order, "event": event["event"], "void": void, "matches": matches,
                    "byes": [bye for bye in byes if bye["ranked"]],
                    "weight": F(stage["scoring"].get("weight", 1))}
def when(book, one):
    last = (one["state"],) if "state" in one else (one["at"], one["match"])
    return book["order"], one["round"], "state" in one, last

class Tally:  # the results of a season by player, and what its rule counts of them
    def __init__(self, books, rule, fines):
        self.rule = rule
        self.played, self.byes, self.fines = (defaultdict(list) for _ in range(3))
        for book in sorted(books, key=lambda one: one["order"]):
            for match in book["matches"]:
                for seat, got in zip(match["seats"], match["got"]):
                    self.played[seat["player"]].append((book, match, seat, got))
            for bye in book["byes"]:
                self.byes[bye["player"]].append((book, bye))
            fines = fines + book["adjustments"]
        for one in fines:
            self.fines[one["player"]].append(one)
        matches = [match for book in books for match in book["matches"]]
        ways = {one["higher_wins"] for one in matches if one["seats"][0]["score"] is not None}
        self.higher_wins = ways.pop() if len(ways) == 1 else None
        self.largest = max((len(match["seats"]) for match in matches), default=0)
        ranked = {p for p, some in self.played.items() if any(one[2]["ranked"] for one in some)}
        self.people = ranked | {*self.byes, *self.fines}
    def seats(self, player):  # the seats that count: stage, match, seat, what it got
        return [one for one in self.played[player] if one[3]]
    def missed(self, player):  # the rounds without a match that count, and what they are worth
        taken = 0
        for book, bye in sorted(self.byes[player], key=lambda one: when(*one)):
            worth, usual = book["byes_worth"][bye["state"]], book["bye_mean"]
            points = F(bye["value"] or worth.get("points", 0))
            if worth["kind"] in ("mean", "own_average") and bye["value"] is None:
                own = mean(one[3]["points"] for one in self.seats(player) if one[0] is book)
                of_own = own is not None and (worth["kind"] == "own_average" or usual is None)
                points = own if of_own else F(usual or 0)
            if player not in book["void"]:
                taken += bye["state"] in ("bye", "requested_bye")
                limit = book["scoring"].get("bye_limit") if "bye" in bye["state"] else None
                yield book, bye, F(0) if limit is not None and taken > limit else points
    @cache  # noqa: B019
    def of(self, player):  # what the rule counts of a player's results
        rule, seats, missed = self.rule, self.seats(player), list(self.missed(player))
        by_average, bundles = rule["kind"] in ("average", "shrunk_average"), defaultdict(list)
        slots = [(when(*one[:2]), one[0], one[3]["points"], one[0]["weight"]) for one in seats]
        slots += [(when(*a[:2]), a[0], a[2], 0) for a in missed if a[2] and not by_average]
        for at, (_, book, points, mass) in enumerate(sorted(slots, key=lambda one: one[0])):
            where = book["event"] if rule["unit"] == "evenings" else at
            bundles[where].append((points, points * book["weight"], F(mass)))
        worths = [tuple(map(sum, zip(*some))) for some in bundles.values()]
        rest = len(worths) - rule.get("k", 0)
        keep = {"best_n": rule.get("n"), "average": max(1, rest), "drop_worst_k": max(0, rest)}
        worth = lambda one: one[rule.get("judged") != "before"]  # before its weight, or after
        kept = sorted(worths, key=worth, reverse=True)[: keep.get(rule["kind"])]
        total, every = (sum((one[1] for one in some), F(0)) for some in (kept, worths))
        fined = sum((F(one["points"]) for one in self.fines[player]), F(0))
        each = (sum(one[3]["points"] for one in seats) + fined) / F(len(seats)) if seats else None
        average, there = each, len({one[0]["event"] for one in seats})
        if by_average:
            mass = sum((one[2] for one in kept), F(0)) + rule.get("c", 0)
            average = (total + fined) / mass if seats and mass else None
            byes = sum((points * book["weight"] for book, _, points in missed), F(0))
            total, every = total + byes, every + byes
        sat = sum(bye["state"] == "sits_out" for _, bye, _ in missed)
        extra = there * F(rule.get("attendance", 0)) + sat * F(rule.get("sit_out", 0))
        return {"points": total + fined + extra, "average": average, "counted_total": total,
                "all_total": every, "evenings": there, "matches": len(seats), "each": each,
                "best": sorted((one[1] for one in kept), reverse=True) or None,
                "wins": sum((one[3]["win"] for one in seats), F(0))}
    def rivals(self, player, seats):  # whom the player met there, as often as they met
        return [(F(book["scoring"].get("opponents_floor", 0)) / 100, one["player"])
                for book, match, seat, _ in seats if seat["ranked"]
                for one in match["seats"] if one["ranked"] and apart(one, seat)]
    def scores(self, player):  # at each seat: own, whole table, most, lead, won
        for book, match, seat, got in self.seats(player):
            told, better = [one["score"] for one in match["seats"]], match["higher_wins"]
            told = [] if None in told else sorted(told, reverse=better is not False)
            size, shared = len(told), told if better is not False else []
            whole = sum(shared) * F(max(book["scoring"].get("full_size") or 0, size), size or 1)
            lead = abs(told[0] - told[1]) if size > 1 and better is not None else None
            yield seat["score"], max(whole, 0), max([*shared, 0]), lead, got["win"] > 0

def mean(values):
    values = [one for one in values if one is not None]
    return sum(values) / F(len(values)) if values else None
def total(values):
    return sum(values) if (values := list(values)) else None
def ratio(pairs):
    top, bottom = (sum(some) for some in zip((0, 0), *pairs))
    return F(top) / bottom if bottom else None
def met(tally, player, name):
    return [tally.of(rival)[name] for _, rival in tally.rivals(player, tally.played[player])]
def opponents_wins(tally, player):
    found = [(floor, tally.of(one)) for floor, one in tally.rivals(player, tally.seats(player))]
    return mean(max(one["wins"] / one["matches"], floor) for floor, one in found if one["matches"])
def own_scores(tally, player):
    return [one[0] for one in tally.scores(player) if None not in (one[0], tally.higher_wins)]
def places(tally, player):
    found = Counter(got["place"] for *_, got in tally.seats(player) if got["decided"])
    return [found[place] for place in range(1, tally.largest + 1)]

CRITERIA = {
    **{key: lambda t, p, key=key: t.of(p)[key] for key in
       ("points", "average", "wins", "best", "matches", "counted_total", "all_total")},
    "places": places, "opponents_wins": opponents_wins,
    "score": lambda t, p: total(own_scores(t, p)),
    "score_average": lambda t, p: mean(own_scores(t, p)),
    "share_mean": lambda t, p: mean(own / whole for own, whole, *_ in t.scores(p) if whole),
    "share_total": lambda t, p: ratio(one[:2] for one in t.scores(p) if one[1]),
    "winner_share": lambda t, p: mean(own / most for own, _, most, *_ in t.scores(p) if most),
    "margin": lambda t, p: total(lead * won for *_, lead, won in t.scores(p) if lead is not None),
    "beaten": lambda t, p: ratio((got["beaten"], got["faced"]) for *_, got in t.seats(p)),
    "opponents": lambda t, p: total(met(t, p, "points")),
    "opponents_average": lambda t, p: mean(met(t, p, "each")),
    "opponents_opponents": lambda t, p: mean(
        opponents_wins(t, rival) for _, rival in t.rivals(p, t.seats(p))),
    "head_to_head": lambda t, p: None, "lot": lambda t, p: None}  # there is no lot in a season

def head_to_head(tally, group):  # who met and mostly beat all others goes first, and so on
    ahead, rest, values = Counter(), list(group), dict.fromkeys(group)
    for player in group:
        for _, match, _, got in tally.seats(player):
            for seat, other in zip(match["seats"], match["got"]):
                if other and not match["outcome"]["drawn"]:
                    ahead[player, seat["player"]] += got["place"] < other["place"]
    while len(rest) > 1:
        best = [p for p in rest if all(p == o or ahead[p, o] > ahead[o, p] for o in rest)]
        if not best:
            return values
        rest.remove(best[0])
        values[best[0]] = F(len(rest))
    return values | {rest[0]: F(0)}

def ranked(people, chain, tally):  # groups that are level on everything, and all values
    groups, values = [people], {player: {} for player in people}
    for key in chain:
        split, more = [], tally.higher_wins is not False or key not in ("score", "score_average")
        for group in groups:
            known = {player: CRITERIA[key](tally, player) for player in group}
            if key == "head_to_head" and len(group) > 1:
                known = head_to_head(tally, group)
            for player in group:
                values[player][key] = known[player]
            told = sorted([p for p in group if known[p] is not None], key=known.get, reverse=more)
            split += [list(some) for _, some in groupby(told, key=known.get)]
            split += [[player for player in group if known[player] is None]]
        groups = [group for group in split if group]
    return groups, values

def table(file):  # the rows of the standings: who, the rank, the values of the chain
    rule, chain = file["season"]["rule"], file["standings"]["chain"]
    stages = [(event, stage) for event in file["events"] for stage in event["stages"]]
    asked = [*chain, "average by what is best" if rule.get("judged") == "best" else rule["kind"]]
    asked += ["points for each of a side" for _, one in stages if "side_points" in one["scoring"]]
    for what in [one for one in asked if one not in (*CRITERIA, *RULES)]:
        raise LookupError(what)
    books = [book_of(event, stage) for event, stage in stages]
    tally = Tally(books if any(one["weight"] for one in books) else [], rule, file["adjustments"])
    entries = [one for event in file["events"] for one in event["entries"]]
    members = {one["player"] for one in entries if not one["is_guest"]}
    unit = "matches" if (rule.get("minimum_unit") or rule["unit"]) == "matches" else "evenings"
    reasons, listed = {}, tally.people | {one["player"] for one in entries if one["ranked"]}
    order = {one["player"]: (one["sort"], one["player"]) for one in file["players"]}
    for player in sorted(listed, key=order.get):
        mine, of_guests = tally.of(player), rule["guest_minimum"]
        need = rule["minimum"] if player in members or of_guests is None else of_guests
        missing = mine["matches"] == 0 and mine["points"] <= 0
        reasons[player] = 2 if missing else int(mine[unit] < need)
    (groups, values), rows = ranked([p for p in reasons if not reasons[p]], chain, tally), []
    for some in groups:
        rows += [(player, len(rows) + 1, values[player]) for player in some]
    rest = [(reasons[one], -tally.of(one)["points"], one) for one in reasons if reasons[one]]
    rest = [player for *_, player in sorted(rest, key=lambda one: one[:2])]
    return rows + [(p, None, {key: CRITERIA[key](tally, p) for key in chain}) for p in rest]

def plain(value):  # a value without what is only there to be read
    value = value["exact"] if isinstance(value, dict) else value
    return [plain(one) for one in value][:12] if isinstance(value, list) else str(value)
def main(path):
    with open(path, encoding="utf-8") as data:
        sealed = json.load(data)
    if (sealed.get("format"), sealed.get("version")) != ("stammtisch-season", 1):
        raise LookupError("this format")
    file = sealed["season"]
    names = {one["player"]: one["name"] for one in file["players"]}
    told = [(one["player"], one["rank"], one["values"]) for one in file["standings"]["rows"]]
    lines = [[f"{at}. {names[player]}: rank {rank}, " + ", ".join(
        f"{key} {plain(values[key])}" for key in file["standings"]["chain"])
        for at, (player, rank, values) in enumerate(rows, 1)] for rows in (told, table(file))]
    wrong = [f"in the file: {a}\nrecomputed:  {b}\n" for a, b in zip(*lines) if a != b]
    print(*wrong, sep="", end="")
    print(f"{len(told)} rows in the file, {len(lines[1])} recomputed, {len(wrong)} different")
    return int(bool(wrong) or len(told) != len(lines[1]))

if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except LookupError as what:
        print(f"No verdict: {what} is not known here.")
        sys.exit(2)
