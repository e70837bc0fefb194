"""The way to a table for whoever has its code, but cannot scan it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.core.keys import ALPHABET, CODE_LENGTH
from league.web.rendering import page

LONGEST = 300  # letters of what may be typed or pasted


@dataclass(frozen=True, slots=True)
class ByCodePage:
    """A field for a code, and what was typed that is none."""

    typed: str
    is_wrong: bool
    length: int


@require_safe
def by_code(request: HttpRequest) -> HttpResponse:
    """Leads to the table with the code in ``?code=``; asks for one where there is none."""
    typed = " ".join(request.GET.get("code", "")[:LONGEST].replace("\0", "").split())
    if code := code_in(typed):
        return HttpResponseRedirect(reverse("table_link", args=[code]))
    shown = ByCodePage(typed=typed, is_wrong=bool(typed), length=CODE_LENGTH)
    return page(request, "league/records/by_code.html", shown, status=400 if typed else 200)


def code_in(typed: str) -> str:
    """The code in what was typed: alone, with gaps, or within a whole address; else nothing."""
    folded = typed.casefold()
    within = _ADDRESS.search(folded)
    code = within[1] if within else re.sub(r"[\s-]+", "", folded)
    return code if _CODE.fullmatch(code) else ""


_CODE = re.compile(rf"[{ALPHABET}]{{{CODE_LENGTH}}}")
_ADDRESS = re.compile(r"/t/([^/?#\s]+)")
