"""Who is hidden is called so in the language of whoever reads, whatever language the club has."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from django.test import Client

from league.core.enums import NameLevel
from league.models import Club
from league.services.standings import standings
from tests.api import doors
from tests.practice.addresses import Site, site
from tests.practice.reading import read

pytestmark = [pytest.mark.django_db, pytest.mark.gates]
WORDS = {"en": "Player", "de": "Spieler:in", "fr": "Joueur·se"}


def german_club() -> Site:
    of = site(level=NameLevel.HIDDEN)
    Club.objects.filter(pk=of.club.pk).update(language="de")
    standings.recompute_all()
    return of


def test_every_page_and_file_calls_the_hidden_in_its_own_language() -> None:
    of = german_club()
    client = Client(headers={"Accept-Language": "fr"})

    wrong, right = [], set()
    # A part of another site and a signed file are in the club's words, the same for everybody.
    read_by_one = (path for path in of.paths if not re.match(r"/embed/|.*/season\.json$", path))
    for path in read_by_one:
        answer = client.get(path)
        if answer.status_code == 200:
            page = re.sub(r"\s+", " ", read(answer))
            wrong += [
                (path, word)
                for word in (WORDS["en"], WORDS["de"])
                if re.search(rf"{word} \(\d+\)", page)
            ]
            right |= {path} if re.search(rf"{WORDS['fr']} \(\d+\)", page) else set()

    event, season = f"/e/{of.event.slug}/", f"/c/{of.club.slug}/s/{of.season.slug}/"
    doors_ = {event, season, f"{event}board/", f"{season}standings.pdf", f"{event}seating/"}
    doors_ |= {f"{season}standings.csv", f"{event}stages/1/standings.csv"}
    assert wrong == []
    assert doors_ - right == set()
    book = io.BytesIO(client.get(f"{season}standings.xlsx").content)
    words = zipfile.ZipFile(book).read("xl/sharedStrings.xml").decode()
    assert ("Joueur·se (" in words, "Spieler:in (" in words) == (True, False)


def test_a_file_in_another_language_is_not_taken_for_the_one_that_was_fetched() -> None:
    of = german_club()
    path = f"/c/{of.club.slug}/s/{of.season.slug}/standings.csv"

    german = Client(headers={"Accept-Language": "de"}).get(path)
    french = Client(headers={"Accept-Language": "fr", "If-None-Match": german["ETag"]}).get(path)

    assert (german.status_code, french.status_code) == (200, 200)
    assert "Joueur·se" in french.content.decode()


def test_programs_get_the_stored_words_whatever_language_they_ask_in() -> None:
    of = german_club()
    address = f"/stages/{of.stage.pk}/standings/"

    names = [
        [
            row["name"]
            for row in doors.visitor()
            .get(f"{address}{rows}", HTTP_ACCEPT_LANGUAGE="fr")
            .json()[key]
        ]
        for rows, key in (("", "rows"), ("rows/", "results"))
    ]

    assert names[0] == names[1]
    assert all(name.startswith("Spieler:in (") for name in names[0])
