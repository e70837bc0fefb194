"""Clubs, who belongs to them, and which games they own."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.core.enums import MembershipKind, NameLevel, Visibility


class Club(models.Model):
    """A group with members, time zone, language and house rules.

    ``accent`` is the colour of its pages, ``joining`` how one joins, ``imprint`` and ``privacy``
    what the law asks to be said.
    ``rates_casual``: matches that its members play in the browser beside all events count for its
    ratings. With ``free_talk`` people may write to each other at its tables in the browser.
    ``known_columns`` says, for each sort of list that is imported, which fields headings hold that
    do not say so themselves. ``door_number`` counts the codes that its door has had. ``seq`` is the
    club's number line: it rises with every journal line of the club; with ``has_webhooks`` some
    program is told of it.
    One with ``removed_at`` exists for nobody.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    search_key = models.CharField(max_length=160, db_index=True)
    sort_key = models.CharField(max_length=160)
    description = models.TextField(blank=True, default="", max_length=4000)
    accent = models.CharField(max_length=7, blank=True, default="")
    address = models.CharField(max_length=200, blank=True, default="")
    contact = models.CharField(max_length=400, blank=True, default="")
    joining = models.TextField(blank=True, default="", max_length=2000)
    imprint = models.TextField(blank=True, default="", max_length=8000)
    privacy = models.TextField(blank=True, default="", max_length=16000)
    time_zone = models.CharField(max_length=64, default="Europe/Berlin")
    language = models.CharField(max_length=8, default="en")
    visibility = models.CharField(
        max_length=12, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    name_level = models.CharField(max_length=12, choices=NameLevel.choices, default=NameLevel.FULL)
    rates_casual = models.BooleanField(default=False)
    free_talk = models.BooleanField(default=False)
    known_columns = models.JSONField(default=dict, blank=True)
    door_number = models.PositiveIntegerField(default=1)
    seq = models.BigIntegerField(default=0)
    has_webhooks = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player in a club, from a day to a day (both included), as guest or member."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, related_name="memberships"
    )
    kind = models.CharField(
        max_length=10, choices=MembershipKind.choices, default=MembershipKind.MEMBER
    )
    member_no = models.CharField(max_length=40, blank=True, default="")
    since = models.DateField()
    until = models.DateField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=Q(until__isnull=True),
                name="membership_open_once",
            ),
            models.UniqueConstraint(
                fields=["club", "member_no"],
                condition=Q(until__isnull=True) & ~Q(member_no=""),
                name="membership_number_once",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="membership_ends_after_start",
            ),
        ]
        ordering = ["club_id", "id"]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"


class ClubGame(models.Model):
    """A box on the club's shelf: a game of the catalogue or a free-form one, and its copies.

    ``copies`` is empty where the club has plenty. ``short_title`` and ``minutes`` are empty where
    the game's own hold (``league.words.game_identity``).
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games")
    game = models.CharField(max_length=40)  # key in games.catalogue
    title = models.CharField(max_length=120)
    short_title = models.CharField(max_length=24, default="")
    minutes = models.PositiveSmallIntegerField(null=True)
    copies = models.PositiveSmallIntegerField(null=True, blank=True)
    is_retired = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "title"], name="game_title_once")]
        ordering = ["title", "id"]

    def __str__(self) -> str:
        return self.title
