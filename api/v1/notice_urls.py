"""Addresses of messages to oneself."""

from __future__ import annotations

from django.urls import URLPattern, path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.v1 import notices

urlpatterns: list[URLPattern] = [
    path("me/notices/", resource("Notices", get=notices.notices), name="notices"),
    path(
        "me/notice-addresses/",
        resource("NoticeAddresses", get=notices.listed, post=notices.add),
        name="notice_addresses",
    ),
    path(
        "me/notice-addresses/<id:address_id>/",
        resource("NoticeAddress", patch=notices.choose, delete=notices.remove),
        name="notice_address",
    ),
    path(
        "me/notice-addresses/<id:address_id>/test/",
        resource("NoticeAddressTest", post=notices.test),
        name="notice_address_test",
    ),
]
