"""An evening of 17 people by the API alone: python3 evening_of_17.py ADDRESS TOKEN."""

import json
import sys
import time
import uuid
from datetime import UTC, datetime
from typing import Any
from urllib.request import Request, urlopen

ADDRESS, TOKEN = sys.argv[1:3]
NAMES = "Ada Ben Cem Dora Emil Fay Gil Hana Ivo Jule Kai Lea Mio Nora Otto Pia Quin"


def ask(method: str, path: str, body: object = None, version: int = 0) -> Any:
    """Sends a request; returns the answer and its headers."""
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),  # a repeat under it would count once
        "If-Match": f'"{version}"',
    }
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(f"{ADDRESS}/api/v1{path}", data, headers, method=method)) as answer:
        return json.load(answer), answer.headers


# 1. A club, its people, and what they play.
club = ask("POST", "/clubs/", {"name": "Seventeen"})[0]["slug"]
people = [ask("POST", f"/clubs/{club}/players/", {"name": name})[0]["id"] for name in NAMES.split()]
shelf = ask("GET", f"/clubs/{club}/rulesets/")[0]["results"]
game = next(row["id"] for row in shelf if row["game"] == "dice-devils")
# 2. An evening of one stage with tables of four; no result needs a second look.
evening = {
    "name": "Evening of 17",
    "starts_at": datetime.now(UTC).isoformat(),
    "confirmation": "none",
    "stage": {"ruleset": game, "size_min": 4, "size_max": 4, "bye": {"kind": "mean"}},
}
event = ask("POST", f"/clubs/{club}/events/", evening)[0]
stage = event["stages"][0]["id"]
ask("POST", f"/events/{event['id']}/roll/", {"players": people, "present": True})
# 3. Two rounds: seated, published, played, closed.
for number in (1, 2):
    draft = ask("POST", f"/stages/{stage}/seatings/")[0]
    ask("POST", f"/seatings/{draft['id']}/publish/", version=draft["version"])
    seated = ask("GET", f"/rounds/{draft['round']}/")[0]
    for table in seated["tables"]:
        sheet = ask("GET", f"/tables/{table['id']}/sheet/")[0]["example"]
        ask("POST", f"/tables/{table['id']}/records/", {"sheet": sheet}, table["version"])
    byes = [row["name"] for row in seated["without_table"] if row["state"] == "bye"]
    print(f"Round {number}: {len(seated['tables'])} tables, byes: {', '.join(byes) or 'none'}")
    ask("POST", f"/rounds/{draft['round']}/close/")
ask("POST", f"/events/{event['id']}/state/", {"state": "finished"})
# 4. The standings, as soon as the last result is in them, and the position they count up to.
while (shown := ask("GET", f"/stages/{stage}/standings/"))[1]["Is-Current"] != "true":
    time.sleep(0.1)
print(f"Standings as_of {shown[1]['As-Of']}:")
for row in shown[0]["rows"]:
    print(row["rank_text"].rjust(3), row["name"].ljust(6), row["values"]["points"]["shown"])
