from __future__ import annotations

import base64
import json
import stat
import threading
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

import api
from league.core.actors import ANONYMOUS, system
from league.core.enums import Role
from league.core.errors import BadInput, NotAllowed, NotFound
from league.lists import season_file as files
from league.models import Club, Event, Player, Round
from league.queries.standings import season_file
from league.queries.standings import standings as shown
from league.services.occasions import removals, season_files
from league.services.occasions._season_fields import exact
from league.services.office import signing
from league.services.people import players
from league.services.standings import standings
from league.words.sentences import sentence
from tests import factories

if TYPE_CHECKING:
    from league.models import Season

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(
    (Path(api.__file__).parent / "season-file-1.schema.json").read_text(encoding="utf-8")
)


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, settings: Any) -> Path:  # Any: the fixture of pytest-django
    settings.DATA_DIR = tmp_path
    return tmp_path / signing.NAME


@pytest.fixture
def season() -> Season:
    made = factories.colourful()
    standings.catch_up()
    made.refresh_from_db()
    return made


def organizer(season: Season) -> Any:  # Any: an actor
    return factories.actor(Role.ORGANIZER, season.club)


def test_the_file_is_as_its_schema_says_for_the_public_and_for_organizers(season: Season) -> None:
    for by, full in ((ANONYMOUS, False), (organizer(season), True)):
        jsonschema.validate(
            json.loads(season_files.export(by=by, season=season, full=full)), SCHEMA
        )


def test_whoever_has_the_key_can_check_the_signature_over_the_canonical_season(
    season: Season, client: Client
) -> None:
    told = json.loads(season_files.export(by=ANONYMOUS, season=season))
    text = json.dumps(told["season"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    published = client.get("/.well-known/stammtisch-key.json").json()
    assert told["key"] == published["key"]
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(published["key"]))
    key.verify(base64.b64decode(told["signature"]), text.encode())


def test_the_standings_in_the_file_are_those_that_are_published(season: Season) -> None:
    told = json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]
    stored = shown.stored(season, ANONYMOUS).payload

    def rows(payload: Any) -> list[Any]:  # Any: JSON
        left_out = ("player", "adjustments")
        return [{k: v for k, v in row.items() if k not in left_out} for row in payload["rows"]]

    assert rows(told["standings"]) == rows(stored)
    assert [row["points"] for row in told["adjustments"]] == ["-3/2"]


def test_the_public_file_names_nobody_otherwise_than_the_public_page_does(season: Season) -> None:
    public = season_files.export(by=ANONYMOUS, season=season).decode()
    whole = season_files.export(by=organizer(season), season=season, full=True).decode()

    for secret in ("Bo Lind", "Berg", "Dee", "Falk", "Eve Roth", "Gus Tell"):
        assert secret.casefold() not in public.casefold()
        assert secret in whole
    assert "Cy Holm" in public


def test_the_whole_file_is_for_organizers_alone(season: Season, client: Client) -> None:
    with pytest.raises(NotAllowed):
        season_files.export(by=factories.actor(), season=season, full=True)

    page = f"/c/{season.club.slug}/s/{season.slug}/season.json"
    assert client.get(page).status_code == 200
    assert client.get(f"{page}?names=full").status_code != 200
    own = client.get(f"/api/v1/seasons/{season.pk}/file/")
    assert own.content == client.get(page).content
    again = client.get(f"/api/v1/seasons/{season.pk}/file/", headers={"If-None-Match": own["ETag"]})
    assert again.status_code == 304


def test_the_public_file_is_computed_once_until_something_happens_in_the_club(
    season: Season, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[bool] = []
    of_season = season_file.of_season

    def counted(season: Season, *, full: bool) -> Any:  # Any: JSON
        computed.append(full)
        return of_season(season, full=full)

    monkeypatch.setattr(season_file, "of_season", counted)
    page, api_page = f"/c/tavern/s/{season.slug}/season.json", f"/api/v1/seasons/{season.pk}/file/"

    first = client.get(page)
    known = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert first["Cache-Control"] == known["Cache-Control"] == "private, no-cache"
    assert client.get(page).content == client.get(api_page).content == first.content
    assert computed == [False]

    cy = Player.objects.get(name="Cy Holm")
    players.change(by=system("test"), player=cy, expected_version=cy.version, name_level="hidden")
    after = client.get(page)
    assert "Cy Holm" in first.content.decode()
    assert "Cy Holm" not in after.content.decode()
    assert (after["ETag"] == first["ETag"], computed) == (False, [False, False])

    standings.hide(by=organizer(season), scope=season)
    assert client.get(page).status_code == 404


def test_another_key_signs_the_file_anew_and_organizers_never_get_the_public_one(
    season: Season, own_key: Path
) -> None:
    first = season_files.export(by=ANONYMOUS, season=season)
    own_key.unlink()

    assert (
        json.loads(season_files.export(by=ANONYMOUS, season=season))["key"]
        != (json.loads(first)["key"])
    )
    whole = season_files.export(by=organizer(season), season=season, full=True)
    assert b"Bo Lind" in whole
    assert b"Bo Lind" not in season_files.export(by=ANONYMOUS, season=season)


def test_what_is_kept_back_is_in_the_organizers_file_alone(season: Season) -> None:
    Round.objects.filter(stage__event__slug="tavern-1", number=2).update(is_withheld=True)
    Event.objects.filter(slug="tavern-2").update(is_announced=False)
    standings.recompute_all(season.club)

    public = json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]
    whole = json.loads(season_files.export(by=organizer(season), season=season, full=True))

    assert _matches(public) == 2
    assert _matches(whole["season"]) == 5
    assert "tavern-2" not in json.dumps(public)


def test_hidden_standings_have_no_file_and_frozen_ones_hold_what_was_frozen(
    season: Season,
) -> None:
    by = organizer(season)
    standings.set_auto_publish(by=by, scope=season, auto_publish=False)
    stage = Round.objects.get(stage__event__slug="tavern-2").stage
    entries = list(stage.event.entries.order_by("pk"))
    factories.played(factories.table(stage.rounds.get(), entries[:2]), [1, 2], points=[3, 2])
    standings.catch_up()
    season.refresh_from_db()
    assert _matches(json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]) == 5

    standings.hide(by=by, scope=season)
    with pytest.raises(NotFound):
        season_files.export(by=ANONYMOUS, season=season)


def test_the_key_is_made_once_however_many_ask_at_once_and_is_for_this_user_alone(
    own_key: Path,
) -> None:
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(signing.public_key())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(keys), len(set(keys))) == (8, 1)
    assert stat.S_IMODE(own_key.stat().st_mode) == 0o600
    assert [path.name for path in own_key.parent.iterdir()] == [signing.NAME]


def test_a_file_that_is_no_season_changed_or_from_the_future_says_what_is_wrong(
    season: Season,
) -> None:
    good = season_files.export(by=ANONYMOUS, season=season)
    assert files.read(good).key == signing.public_key()
    changed = good.replace(b'"Autumn"', b'"Autumm"')
    swapped = json.loads(good) | {"key": base64.b64encode(bytes(32)).decode()}
    wrong = {
        changed: "season_file_changed",
        json.dumps(swapped).encode(): "season_file_changed",
        good.replace(b'"version":1}', b'"version":2}'): "season_file_newer",
        good[:-1]: "season_file_unreadable",
        b"": "season_file_unreadable",
        b'{"season":' * 100_000: "season_file_unreadable",
        b"\x00" * 50_000_000: "season_file_too_large",
    }
    for data, code in wrong.items():
        with pytest.raises(BadInput) as caught:
            files.read(data)
        assert (caught.value.code, caught.value.field) == (code, "file")


def _matches(told: Any) -> int:  # Any: JSON
    stages = [stage for event in told["events"] for stage in event["stages"]]
    return sum(len(one["tables"]) for stage in stages for one in stage["rounds"])


# --- taken in -------------------------------------------------------------------------------


def emptied() -> None:
    """As if on an installation that knows nothing: the tables are empty, the key is here."""
    with connection.cursor() as cursor, connection.constraint_checks_disabled():
        for table in connection.introspection.django_table_names(only_existing=True):
            if table.startswith("league_"):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@pytest.mark.parametrize("full", [False, True])
def test_a_season_comes_back_with_the_same_standings_and_the_same_file(
    season: Season, full: bool
) -> None:
    sent = season_files.export(by=organizer(season), season=season, full=full)
    emptied()

    taken = season_files.take_in(by=system("test"), data=sent)

    assert taken.is_new
    standings.catch_up()
    taken.season.refresh_from_db()
    assert season_files.export(by=system("test"), season=taken.season, full=full) == sent
    assert standings.check(taken.season) == ()


def stored() -> dict[str, int]:
    """How many rows every table of the league holds."""
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def sealed(season: Any, key: Ed25519PrivateKey | None = None) -> bytes:  # Any: JSON
    return files.seal(season, key or signing.private_key())


def test_taken_in_twice_it_is_there_once(season: Season) -> None:
    sent = season_files.export(by=ANONYMOUS, season=season)
    emptied()
    first = season_files.take_in(by=system("test"), data=sent)
    before = stored()

    again = season_files.take_in(by=system("test"), data=sent)

    assert (again.season, again.is_new) == (first.season, False)
    assert stored() == before


@pytest.mark.parametrize("whole_club", [False, True])
def test_a_file_whose_season_was_removed_says_how_it_comes_back_and_is_there_when_it_has(
    client: Client, whole_club: bool
) -> None:
    empty = factories.season(factories.club(slug="saloon"), slug="spring", name="Spring")
    standings.catch_up()
    empty.refresh_from_db()
    sent = season_files.export(by=system("test"), season=empty, full=True)
    emptied()
    by = system("test")
    season = season_files.take_in(by=by, data=sent).season
    line = removals.remove(by=by, thing=season.club if whole_club else season)
    before = stored()

    with pytest.raises(BadInput) as caught:
        season_files.take_in(by=by, data=sent)
    assert caught.value.code == "season_file_removed"
    assert "Spring" in sentence(caught.value)
    assert stored() == before

    removals.restore(by=by, line=line)
    again = season_files.take_in(by=by, data=sent)
    assert (again.season, again.is_new) == (season, False)
    assert client.get(f"/c/saloon/s/{again.season.slug}/").status_code == 200


def test_an_unknown_key_needs_one_yes_and_then_never_again(season: Season) -> None:
    told = json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]
    emptied()
    other = Ed25519PrivateKey.generate()
    sent, by = sealed(told, other), system("test")
    with pytest.raises(BadInput) as caught:
        season_files.take_in(by=by, data=sent, trust="0000")
    assert caught.value.code == "season_file_key_unknown"
    assert Club.objects.count() == 0

    said = str(caught.value.params["fingerprint"])
    season_files.take_in(by=by, data=sent, trust=said)

    second = json.loads(json.dumps(told).replace("tavern", "saloon"))
    assert season_files.take_in(by=by, data=sealed(second, other)).is_new


def test_what_does_not_fit_is_refused_as_a_whole(season: Season) -> None:
    told = json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]
    there = sealed(told)
    with pytest.raises(BadInput) as caught:
        season_files.take_in(by=system("test"), data=there)
    assert caught.value.code == "season_file_club_there"
    emptied()
    before = stored()

    def changed(do: Any) -> bytes:  # Any: a change of JSON
        copy = json.loads(json.dumps(told))
        do(copy)
        return sealed(copy)

    wrong = {
        changed(lambda it: it["standings"]["rows"][0].update(rank=2)): "season_file_differs",
        changed(lambda it: it["events"][1].pop("stages")): "season_file_list",
        changed(lambda it: it["season"].update(scheme={"key": "nothing"})): "season_file_unfit",
        changed(lambda it: it["players"][0].update(player=99)): "season_file_reference",
        changed(lambda it: it["players"][0].update(name="x" * 300)): "season_file_value",
        changed(lambda it: it["events"][0].update(state="lost")): "season_file_value",
        changed(lambda it: it["season"].update(starts_on="2026-13-01")): "season_file_unfit",
    }
    for data, code in wrong.items():
        with pytest.raises(BadInput) as caught:
            season_files.take_in(by=system("test"), data=data)
        assert caught.value.code == code
        assert stored() == before


def test_a_number_in_a_file_is_read_only_as_files_spell_it_and_never_with_an_exponent(
    season: Season,
) -> None:
    told = json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]
    emptied()

    def rounds(it: Any) -> list[Any]:  # Any: JSON
        stages = [stage for event in it["events"] for stage in event["stages"]]
        return [one for stage in stages for one in stage["rounds"]]

    def score(it: Any, text: str) -> None:
        table = next(table for one in rounds(it) for table in one["tables"])
        table["seats"][0]["score"] = text

    def bye(it: Any, text: str) -> None:
        byes = [bye for one in rounds(it) for bye in one["byes"]]
        next(bye for bye in byes if bye["state"] != "late")["value"] = text

    def points(it: Any, text: str) -> None:
        it["adjustments"][0]["points"] = text

    for change in (score, bye, points):
        for text in ("1e1", "9" * 20, " 1", "1.5", "1/0", "١"):
            copy = json.loads(json.dumps(told))
            change(copy, text)
            with pytest.raises(BadInput) as caught:
                season_files.take_in(by=system("test"), data=sealed(copy))
            assert (text, caught.value.code) == (text, "season_file_unfit")
    with pytest.raises(ValueError, match="another spelling"):
        exact("1e999999999")


def test_an_admin_of_the_installation_takes_a_season_in_on_a_page_and_by_the_api(
    season: Season, client: Client
) -> None:
    told = json.loads(season_files.export(by=ANONYMOUS, season=season))["season"]
    emptied()
    admin = factories.account("admin@club.example")
    factories.grant(admin, Role.SITE_ADMIN)
    client.force_login(admin)
    page, other = "/site/season-import/", Ed25519PrivateKey.generate()

    asked = client.post(page, {"file": SimpleUploadedFile("a.json", sealed(told, other))})
    assert asked.status_code == 400
    said = files.fingerprint(files.public_text(other.public_key()))
    assert f'name="trust" value="{said}"' in asked.content.decode()
    yes = {"file": SimpleUploadedFile("a.json", sealed(told, other)), "trust": said}
    assert client.post(page, yes)["Location"] == "/c/tavern/s/autumn/"

    second = json.loads(json.dumps(told).replace("tavern", "saloon"))
    body = {"file": json.loads(sealed(second, other))}
    made = client.post("/api/v1/season-imports/", body, content_type="application/json")
    assert (made.status_code, made.json()["slug"]) == (201, "autumn")


def test_the_command_says_what_it_did(season: Season, tmp_path: Path) -> None:
    file = tmp_path / "autumn.season.json"
    file.write_bytes(season_files.export(by=ANONYMOUS, season=season))
    emptied()
    said = [StringIO(), StringIO()]

    for out in said:
        call_command("import_season", str(file), stdout=out)

    assert said[0].getvalue() == (
        "Imported with the same standings: Tavern Nights, Autumn (/c/tavern/).\n"
    )
    assert said[1].getvalue() == "This file was imported before: Tavern Nights, Autumn.\n"
    file.write_bytes(b"nonsense")
    with pytest.raises(CommandError, match="not a season file"):
        call_command("import_season", str(file))
