"""Addresses of a club's chats."""

from __future__ import annotations

from django.urls import URLPattern, path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.v1 import chats

_ONE = "clubs/<slug:slug>/chats/<id:chat_id>/"

urlpatterns: list[URLPattern] = [
    path(
        "clubs/<slug:slug>/chats/",
        resource("ClubChats", get=chats.of_club, post=chats.add),
        name="club_chats",
    ),
    path(f"{_ONE}test/", resource("ChatTest", post=chats.test), name="chat_test"),
    path(_ONE, resource("Chat", patch=chats.choose, delete=chats.remove), name="chat"),
]
