"""Addresses of files: lists that go out, and come in."""

from __future__ import annotations

from django.urls import URLPattern, path
from rest_framework.renderers import JSONRenderer

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.parsers import FileBody
from api.renderers import CsvFile, XlsxFile
from api.v1 import bg_stats, files, files_in, people_lists, regions, season_files

_KINDS = (JSONRenderer, CsvFile, XlsxFile)

urlpatterns: list[URLPattern] = [
    path(
        "clubs/<slug:slug>/people/",
        resource(
            "ClubPeople",
            get=people_lists.out,
            post=people_lists.run,
            renderers=_KINDS,
            parsers=(FileBody,),
        ),
        name="club_people",
    ),
    path(
        "clubs/<slug:slug>/people/preview/",
        resource("ClubPeoplePreview", post=people_lists.preview, parsers=(FileBody,)),
        name="club_people_preview",
    ),
    path(
        "events/<id:event_id>/list/",
        resource("EventList", get=files.of_event, renderers=_KINDS),
        name="event_list",
    ),
    path(
        "seasons/<id:season_id>/list/",
        resource("SeasonList", get=files.of_season, renderers=_KINDS),
        name="season_list",
    ),
    path(
        "seasons/<id:season_id>/results/",
        resource("SeasonResults", post=files_in.run, parsers=(FileBody,)),
        name="season_results",
    ),
    path(
        "seasons/<id:season_id>/results/preview/",
        resource("SeasonResultsPreview", post=files_in.preview, parsers=(FileBody,)),
        name="season_results_preview",
    ),
    path(
        "clubs/<slug:slug>/season-imports/",
        resource("ClubSeasonImports", post=season_files.join),
        name="club_season_imports",
    ),
    path(
        "clubs/<slug:slug>/season-imports/preview/",
        resource("ClubSeasonImportPreview", post=season_files.preview),
        name="club_season_import_preview",
    ),
    path(
        "clubs/<slug:slug>/regional-table/",
        resource("ClubRegionalTable", post=regions.table),
        name="club_regional_table",
    ),
    path(
        "clubs/<slug:slug>/bg-stats/",
        resource("ClubBgStats", get=bg_stats.of_club),
        name="club_bg_stats",
    ),
    path(
        "seasons/<id:season_id>/bg-stats/",
        resource("SeasonBgStats", post=bg_stats.run, parsers=(FileBody,)),
        name="season_bg_stats",
    ),
    path(
        "seasons/<id:season_id>/bg-stats/preview/",
        resource("SeasonBgStatsPreview", post=bg_stats.preview, parsers=(FileBody,)),
        name="season_bg_stats_preview",
    ),
]
