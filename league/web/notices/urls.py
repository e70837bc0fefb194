"""Addresses of messages: one's own, by links, a club's."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.notices import by_link, chats, device_presses, office, own

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/notices/", own.page, name="own_notices"),
    path("me/notices/device/", device_presses.own, name="own_device"),
    path("n/renewed/", device_presses.renewed, name="device_renewed"),
    path("n/stop/<str:code>/<str:kind>/", by_link.stop, name="stop_notices"),
    path("n/confirm/<str:code>/", by_link.confirm, name="confirm_notices"),
    path("n/choose/<str:code>/", by_link.choose, name="choose_notices"),
    path("e/<slug:slug>/place/<str:code>/notices/", by_link.of_place, name="place_notices"),
    path("e/<slug:slug>/mine/notices/", by_link.of_evening, name="evening_notices"),
    path(
        "e/<slug:slug>/place/<str:code>/notices/device/",
        device_presses.of_place,
        name="place_device",
    ),
    path("e/<slug:slug>/mine/notices/device/", device_presses.of_evening, name="evening_device"),
    path("c/<slug:slug>/office/notices/", office.page, name="club_notices"),
    path("c/<slug:slug>/office/chats/", chats.page, name="club_chats"),
]
