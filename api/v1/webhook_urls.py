"""Addresses of a club's webhooks."""

from __future__ import annotations

from django.urls import URLPattern, path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.v1 import webhooks

_ONE = "clubs/<slug:slug>/webhooks/<id:webhook_id>/"

urlpatterns: list[URLPattern] = [
    path(
        "clubs/<slug:slug>/webhooks/",
        resource("ClubWebhooks", get=webhooks.of_club, post=webhooks.add),
        name="club_webhooks",
    ),
    path(f"{_ONE}secret/", resource("WebhookSecret", post=webhooks.rotate), name="webhook_secret"),
    path(f"{_ONE}test/", resource("WebhookTest", post=webhooks.test), name="webhook_test"),
    path(
        f"{_ONE}deliveries/",
        resource("WebhookDeliveries", get=webhooks.deliveries),
        name="webhook_deliveries",
    ),
    path(
        f"{_ONE}deliveries/<id:delivery_id>/again/",
        resource("WebhookAgain", post=webhooks.again),
        name="webhook_again",
    ),
    path(
        _ONE,
        resource("Webhook", get=webhooks.one, patch=webhooks.change, delete=webhooks.remove),
        name="webhook",
    ),
]
