"""Addresses of public pages, boards, paper, pages for other sites."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.public import (
    blank_sheets,
    boards,
    certificates,
    club_records,
    cross_tables,
    embed,
    evening,
    feeds,
    games,
    link_pictures,
    name_tags,
    oembed,
    paper_pages,
    prints,
    public,
    seasons,
    sitemap,
    wall_lists,
    wall_pages,
)

_RULESET = "c/<slug:slug>/rulesets/<int:pk>/"
_SEASON = "c/<slug:slug>/s/<slug:season_slug>/"
_STAGE = "e/<slug:slug>/stages/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/sheets/", prints.sheets_page, name="sheets"),
    path("e/<slug:slug>/cards/", prints.table_cards, name="table_cards"),
    path("", public.home, name="home"),
    path("robots.txt", sitemap.robots, name="robots"),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("card.png", link_pictures.picture, {"of": "site"}, name="home_card"),
    path("search/", public.search, name="search"),
    path("games/", games.games, name="games"),
    path("games/<slug:key>/", games.game, name="game"),
    path("games/<slug:key>/statistics/", games.statistics, name="game_statistics"),
    path("c/<slug:slug>/", public.club, name="club"),
    path("c/<slug:slug>/card.png", link_pictures.picture, {"of": "club"}, name="club_card"),
    path("c/<slug:slug>/s/<slug:season_slug>/", seasons.season, name="season"),
    path(f"{_SEASON}card.png", link_pictures.picture, {"of": "season"}, name="season_card"),
    path("c/<slug:slug>/feed.atom", feeds.club, {"kind": feeds.ATOM}, name="club_feed"),
    path("c/<slug:slug>/feed.json", feeds.club, {"kind": feeds.JSON}, name="club_feed_json"),
    path(f"{_SEASON}feed.atom", feeds.season, {"kind": feeds.ATOM}, name="season_feed"),
    path(f"{_SEASON}feed.json", feeds.season, {"kind": feeds.JSON}, name="season_feed_json"),
    path("c/<slug:slug>/records/", club_records.records, name="club_records"),
    path("e/<slug:slug>/", evening.event, name="event"),
    path("e/<slug:slug>/card.png", link_pictures.picture, {"of": "event"}, name="event_card"),
    path("p/<int:player_id>/card.png", link_pictures.picture, {"of": "player"}, name="player_card"),
    path("play/<str:code>/card.png", link_pictures.picture, {"of": "play"}, name="play_card"),
    path("e/<slug:slug>/seating/", wall_pages.seating, name="event_seating"),
    path("e/<slug:slug>/standings/", wall_pages.standings, name="event_standings"),
    path("e/<slug:slug>/board/", boards.board, name="board"),
    path("games/<slug:key>/paper/", paper_pages.game, name="game_paper"),
    path("games/<slug:key>/sheet.pdf", blank_sheets.of_game, name="game_sheet"),
    path(f"{_RULESET}paper/", paper_pages.ruleset, name="ruleset_paper"),
    path(f"{_RULESET}sheet.pdf", blank_sheets.of_ruleset, name="ruleset_sheet"),
    path(f"{_SEASON}paper/", paper_pages.season, name="season_paper"),
    path(f"{_SEASON}standings.pdf", wall_lists.season_standings, name="season_standings_pdf"),
    path(f"{_SEASON}cross-table.pdf", cross_tables.of_season, name="season_cross_table"),
    path(f"{_SEASON}certificates.pdf", certificates.of_season, name="season_certificates"),
    path("e/<slug:slug>/paper/", paper_pages.event, name="event_paper"),
    path("e/<slug:slug>/seating.pdf", wall_lists.seating, name="event_seating_pdf"),
    path("e/<slug:slug>/tables.pdf", prints.table_slips_pdf, name="table_slips_pdf"),
    path("e/<slug:slug>/sheets.pdf", prints.sheets_pdf, name="sheets_pdf"),
    path("e/<slug:slug>/name-tags.pdf", name_tags.of_event, name="event_name_tags"),
    path("e/<slug:slug>/certificates.pdf", certificates.of_event, name="event_certificates"),
    path(f"{_STAGE}standings.pdf", wall_lists.stage_standings, name="stage_standings_pdf"),
    path(f"{_STAGE}cross-table.pdf", cross_tables.of_stage, name="stage_cross_table"),
    path(
        "embed/c/<slug:slug>/s/<slug:season_slug>/standings/",
        embed.standings,
        name="embed_standings",
    ),
    path(
        "embed/c/<slug:slug>/s/<slug:season_slug>/standings.json",
        embed.standings_json,
        name="embed_standings_json",
    ),
    path("embed/oembed.json", oembed.answer, name="oembed"),
    path("embed/c/<slug:slug>/next/", embed.next_evening, name="embed_next"),
    path("embed/c/<slug:slug>/next.json", embed.next_json, name="embed_next_json"),
]
