"""All that is held of somebody, for themselves; and who asks to be erased, for the organizers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Q

from league import permissions
from league.core.actions import Action
from league.core.errors import NotAllowed
from league.models import (
    Account,
    ActsFor,
    Adjustment,
    ApiToken,
    BgStatsPlayer,
    Claim,
    Club,
    EarnedBadge,
    Entry,
    FormerName,
    Grant,
    JournalLine,
    Membership,
    Notice,
    NoticeAddress,
    Player,
    PlayPause,
    PlaySeat,
    PlayTalk,
    Rating,
    SeatScore,
)
from league.queries.office import pictures
from league.queries.people import players as known

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.core.actors import Actor


def export(viewer: Actor) -> dict[str, JSON]:
    """What the tables hold of the viewer's account and player, as JSON."""
    if viewer.account_id is None:
        raise NotAllowed("time_for_one_account")
    account = Account.objects.select_related("player").get(pk=viewer.account_id)
    found: dict[str, JSON] = {
        "account": {"email": account.email, "language": account.language},
        "roles": _rows(Grant.objects.filter(account=account), "role", "created_at"),
        "passkeys": [
            {"name": one.wrap().name, "created_at": one.created_at.isoformat()}
            for one in Authenticator.objects.filter(
                user_id=account.pk, type=Authenticator.Type.WEBAUTHN
            ).order_by("pk")
        ],
        "sign_in_servers": _rows(
            SocialAccount.objects.filter(user_id=account.pk), "provider", "uid", "date_joined"
        ),
        "tokens": _rows(ApiToken.objects.filter(account=account), "name", "created_at"),
        "claims": _rows(
            Claim.objects.filter(account=account), "club__name", "note", "state", "created_at"
        ),
        "plays": _rows(
            _seats(account),
            *("play__code", "play__game", "number", "name", "joined_at"),
        ),
        "written_at_tables": _rows(
            PlayTalk.objects.filter(account=account), "play__code", "written", "at"
        ),
        "days_off": _rows(PlayPause.objects.filter(account=account), "since", "until"),
        "messages": _rows(
            _notices(account),
            *("address__way", "kind", "state", "reason", "made_at", "done_at"),
        ),
        "messages_to": [
            row | {"address": row["address"] if row["way"] == "mail" else ""}  # others are keys
            for row in _rows(
                _addresses(account),
                *("way", "address", "label", "language", "wanted", "quiet_from", "quiet_until"),
                "made_at",
            )
        ],
        "acts_for": _rows(ActsFor.objects.filter(account=account), "player__name"),
        "done": _rows(JournalLine.objects.filter(actor_key=viewer.key), "at", "kind"),
    }
    if account.player is not None:
        found |= _of_player(account.player)
    return found


def _seats(account: Account) -> QuerySet[PlaySeat]:
    """Where the person played, signed in or at an evening's table as a phone."""
    own = Q(account=account)
    if account.player_id is not None:
        own |= Q(player=account.player_id)
    return PlaySeat.objects.filter(own)


def _addresses(account: Account) -> QuerySet[NoticeAddress]:
    """Where the person is told of things, signed in or for a place in an event."""
    own = Q(account=account) | Q(given_by=account)
    if account.player_id is not None:
        own |= Q(player=account.player_id, given_by__isnull=True)
        own |= Q(entry__player=account.player_id)
    return NoticeAddress.objects.filter(own)


def _notices(account: Account) -> QuerySet[Notice]:
    return Notice.objects.filter(address__in=_addresses(account))


def _of_player(player: Player) -> dict[str, JSON]:
    own = Player.objects.filter(pk=player.pk)
    return {
        "player": _rows(own, "id", *sorted(known.ALL_FIELDS), "created_at")[0],
        "picture": pictures.own(player),
        "names_before": _rows(FormerName.objects.filter(player=player), "name", "created_at"),
        "in_bg_stats": _rows(
            BgStatsPlayer.objects.filter(player=player), "club__name", "uuid", "since"
        ),
        "memberships": _rows(
            Membership.objects.filter(player=player),
            *("club__name", "kind", "member_no", "since", "until"),
        ),
        "entries": _rows(
            Entry.objects.filter(player=player),
            *(
                "event__name",
                "event__starts_at",
                "state",
                "is_guest",
                "is_filler",
                "wishes",
                "fee_paid",
            ),
        ),
        "results": _rows(
            SeatScore.objects.filter(entry__player=player, record__state="confirmed"),
            *("entry__event__name", "record__table__number", "place", "points"),
        ),
        "badges": _rows(
            EarnedBadge.objects.filter(
                score__entry__player=player, score__record__state="confirmed"
            ),
            *("key", "score__entry__event__name", "score__record__table__number"),
        ),
        "adjustments": _rows(
            Adjustment.objects.filter(player=player),
            *("points_num", "points_den", "reason", "created_at", "revoked_at"),
        ),
        "ratings": _rows(
            Rating.objects.filter(player=player), "scope__title", "value", "deviation", "matches"
        ),
    }


# Rows of any model: what is read are plain values.
def _rows(rows: QuerySet[Any], *fields: str) -> list[dict[str, JSON]]:
    return [
        {
            name.replace("__", "_"): value if _is_plain(value) else value.isoformat()
            for name, value in row.items()
        }
        for row in rows.order_by("pk").values(*fields)
    ]


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool | dict | list)


def memberships(viewer: Actor) -> tuple[Membership, ...]:
    """The viewer's own, as long as they last."""
    if viewer.player_id is None:
        return ()
    rows = Membership.objects.filter(player=viewer.player_id, until__isnull=True)
    return tuple(rows.select_related("club", "player").order_by("club__sort_key", "pk"))


def asking_to_go(*, viewer: Actor, club: Club) -> tuple[Player, ...]:
    """People of the club who ask that their data be erased, for those who keep them."""
    if not permissions.can(viewer, Action.MANAGE_PEOPLE, club):
        return ()
    rows = known.known(club).filter(erasure_asked_at__isnull=False)
    return tuple(rows.order_by("erasure_asked_at", "pk"))
