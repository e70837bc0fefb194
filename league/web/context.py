"""What every page knows."""

from __future__ import annotations

from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"request_id": getattr(request, "request_id", "")}
