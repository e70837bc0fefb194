"""Who somebody is now: numbers of merged records, and names from before."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from league.models import Club, Entry, FormerName, Membership, Merge, Player
from league.words import names


def standing(player_id: int) -> int:
    """The number under which a person stands now; that of a merged record leads there."""
    seen = {player_id}
    while True:
        row = Merge.objects.filter(gone=player_id, undone_at__isnull=True).first()
        if row is None or row.kept_id in seen:
            return player_id
        player_id = row.kept_id
        seen.add(player_id)


def absorbed(player: Player) -> tuple[int, ...]:
    """The numbers of all records that were merged into this one, directly or one by another."""
    found: list[int] = []
    last = [player.pk]
    while last:
        rows = Merge.objects.filter(kept__in=last, undone_at__isnull=True)
        last = [pk for pk in rows.values_list("gone", flat=True) if pk not in found]
        found += last
    return tuple(found)


def bearing(word: str, *, merged_only: bool = False) -> QuerySet[FormerName, int]:
    """The players whose former names hold ``word`` (folded), as a subquery."""
    rows = FormerName.objects.filter(search_key__contains=word)
    if merged_only:
        rows = rows.filter(merge__isnull=False)
    return rows.values_list("player", flat=True)


def names_of(player: Player) -> tuple[str, ...]:
    """The names somebody had before, the latest first, each once; for who keeps their data."""
    rows = FormerName.objects.filter(player=player).order_by("-id").values_list("name", flat=True)
    return tuple(name for name in dict.fromkeys(rows) if name != player.name)


def named(club: Club, name: str) -> list[Player]:
    """The club's people who once bore ``name``, whatever accents and case."""
    key = names.fold(name)
    rows = FormerName.objects.filter(search_key=key).values("player")
    met = Q(pk__in=Membership.objects.filter(club=club).values("player"))
    met |= Q(pk__in=Entry.objects.filter(event__club=club).values("player"))
    return list(Player.objects.filter(met, pk__in=rows).order_by("sort_key", "id"))


def by_name(club: Club) -> dict[str, list[Player]]:
    """The club's people by every name (folded) that they once bore."""
    met = Q(player__in=Membership.objects.filter(club=club).values("player"))
    met |= Q(player__in=Entry.objects.filter(event__club=club).values("player"))
    found: dict[str, dict[int, Player]] = {}
    for row in FormerName.objects.filter(met).select_related("player").order_by("player_id"):
        found.setdefault(names.fold(row.name), {})[row.player_id] = row.player
    return {key: list(people.values()) for key, people in found.items()}


def merged_names(people: Iterable[Player]) -> dict[int, str]:
    """The names that stood on records merged into ``people``, in one line each."""
    rows = FormerName.objects.filter(player__in=list(people), merge__isnull=False)
    found: dict[int, list[str]] = {}
    for player, name in rows.order_by("pk").values_list("player", "name"):
        found.setdefault(player, []).append(name)
    return {player: " ".join(each) for player, each in found.items()}
