"""Pictures that people upload, kept with the rows that they belong to."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import PictureKind


class Picture(models.Model):
    """The one picture of a player, of a box on a shelf, or a club's logo or cover.

    ``key`` is its address, new with each upload, so that pages may keep it for ever; ``digest``
    says whether another upload is the same. Its bytes are files of the storage ``pictures``.
    """

    kind = models.CharField(max_length=8, choices=PictureKind.choices)
    player = models.OneToOneField(
        "league.Player", on_delete=models.CASCADE, null=True, related_name="picture"
    )
    club = models.ForeignKey(
        "league.Club", on_delete=models.CASCADE, null=True, related_name="pictures"
    )
    club_game = models.OneToOneField(
        "league.ClubGame", on_delete=models.CASCADE, null=True, related_name="picture"
    )
    key = models.CharField(max_length=32, unique=True)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "kind"], name="picture_of_club_once"),
            models.CheckConstraint(
                condition=Q(kind="player", player__isnull=False, club=None, club_game=None)
                | Q(kind="box", player=None, club=None, club_game__isnull=False)
                | Q(kind__in=["logo", "cover"], player=None, club__isnull=False, club_game=None),
                name="picture_of_one_owner",
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PictureFile(models.Model):
    """A file of the usual storage of pictures (``services.office.picture_files``)."""

    name = models.CharField(max_length=60, unique=True)
    data = models.BinaryField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name
