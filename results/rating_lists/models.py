"""Rating lists as rows: a dated version that never changes, its lines, and whom each use of it changed."""

from dataclasses import fields
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from results.rating_lists.formats.model import BODY_NAMES, ListEntry
from tdsuite.platform.words.lines import LineField
from tdsuite.tournaments.models import Division

BODIES = [(body.value, name) for body, name in BODY_NAMES.items()]
VALUES = tuple(field.name for field in fields(ListEntry))


class RatingList(models.Model):
    """One version of a body's list. Its rows are never changed: the next list is another version.

    Attributes:
        key_map: as the reader used it, (column, field).
        loaded_in: primary key of the event where it was loaded; it may be gone since.
    """

    body = LineField(_("published by"), max_length=10, choices=BODIES)
    name = LineField(_("name"), max_length=60, help_text=_("Such as WESPA ratings, or NASPA Collins."))
    as_of = models.DateField(_("as of"), help_text=_("The day of the list."))
    filename = LineField(_("file"), max_length=120)
    key_map = models.JSONField(_("columns"), default=list, blank=True)
    size = models.PositiveIntegerField(_("players"))
    sha256 = models.CharField(max_length=64)
    loaded_in = models.BigIntegerField()
    loaded_by = models.BigIntegerField(null=True, blank=True)
    loaded_by_kind = models.CharField(max_length=10, blank=True)
    loaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-as_of", "body", "name"]
        constraints = [models.UniqueConstraint(fields=["body", "name", "as_of"], name="rating_list_version_once")]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """ "WESPA ratings, 14 May 2026": name and day, which with the body name one version."""
        return f"{self.name}, {self.as_of.day} {self.as_of:%B %Y}"

    @property
    def record_facts(self) -> dict[str, Any]:
        """What the record says of a version."""
        return {"list": self.title, "body": self.body, "players": self.size, "sha256": self.sha256}


class RatingListEntry(models.Model):
    """One line of a list, as `formats.model.ListEntry`."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="entries")
    line = models.PositiveIntegerField()
    name = LineField(max_length=120)
    filing_name = LineField(max_length=120)
    rating = models.PositiveSmallIntegerField(null=True)
    games = models.PositiveIntegerField(null=True)
    national_id = LineField(max_length=20, blank=True)
    naspa_id = LineField(max_length=12, blank=True)
    wespa_id = LineField(max_length=12, blank=True)
    absp_id = LineField(max_length=12, blank=True)
    country = LineField(max_length=60, blank=True)
    club = LineField(max_length=60, blank=True)
    expiry = models.DateField(null=True)
    suspended_until = models.DateField(null=True)
    last_played = models.DateField(null=True)
    deviation = models.FloatField(null=True)

    class Meta:
        ordering = ["line"]
        constraints = [models.UniqueConstraint(fields=["rating_list", "line"], name="rating_list_line_once")]

    def __str__(self) -> str:
        return f"{self.line} {self.name}"

    @classmethod
    def of(cls, rating_list: RatingList, entry: ListEntry) -> "RatingListEntry":
        return cls(rating_list=rating_list, **{name: getattr(entry, name) for name in VALUES})


class RatingListUse(models.Model):
    """One time that a list was applied to a division; the values are in the record.

    Attributes:
        lines: of each player who was matched, (key of the entry, line of the list): to it the player is pinned.
        late: whether round 1 was published.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="uses")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rating_list_uses")
    lines = models.JSONField(default=list)
    late = models.BooleanField(default=False)
    applied_by = models.BigIntegerField(null=True, blank=True)
    applied_by_kind = models.CharField(max_length=10, blank=True)
    applied_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-applied_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.rating_list} for {self.division}"
