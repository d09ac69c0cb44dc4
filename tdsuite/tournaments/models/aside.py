"""Events that were put aside: what stays of them here while their rows lie in a file."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from tdsuite.platform.audit.services import RecordedQuerySet

from .events import Tournament

LINK_DIGITS = 12  # 48 bits: enough to know a link again, too few to make one


class AsideEventQuerySet(RecordedQuerySet["AsideEvent"]):
    def listed_for(self, user: Any) -> "AsideEventQuerySet":
        """Those whose existence the user may learn of, as of events that are here."""
        if getattr(user, "is_superuser", False):
            return self
        listed = models.Q(visibility=Tournament.Visibility.PUBLIC)
        if getattr(user, "is_authenticated", False):
            listed |= models.Q(kept_roles__has_key=str(user.pk))
        return self.filter(listed)

    def run_by(self, user: Any) -> "AsideEventQuerySet":
        """Those that the user helped to run; an administrator all."""
        return self if user.is_superuser else self.filter(kept_roles__has_key=str(user.pk))

    def of_link(self, fingerprint: str) -> "AsideEvent | None":
        """The one whose player holds the link with this fingerprint."""
        return self.filter(links__contains=f"{fingerprint[:LINK_DIGITS]} ").first()

    def that_mention(self, row: models.Model) -> list["AsideEvent"]:
        """Those whose file names a row that is here, such as a player: it must not go while they are aside."""
        return [event for event in self if row.pk in event.mentions.get(row._meta.label_lower, ())]


class AsideEvent(models.Model):
    """An event whose rows lie in one file (tdsuite/ops/aside), from which they come back as they were.

    Attributes:
        number: the primary key that the event had, and will have again; the name of its chain of records too.
        file: its file's path below MEDIA_ROOT.  sha256, size: of that file.
        kept_roles: who helped to run it: {"primary key of the account": [roles]}.
        mentions: rows that stay here and that its rows name, such as players: {"tournaments.player": [primary keys]}.
        links: the beginnings of the fingerprints of its players' living links, a space after each: whoever holds one is told.
    """

    number = models.BigIntegerField(primary_key=True)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    venue = models.CharField(max_length=200, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()
    visibility = models.CharField(max_length=10, choices=Tournament.Visibility.choices)
    file = models.CharField(max_length=200, unique=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    put_aside_at = models.DateTimeField()
    put_aside_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    kept_roles = models.JSONField(default=dict)
    mentions = models.JSONField(default=dict)
    links = models.TextField(blank=True, default="", db_default="")

    objects = AsideEventQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_on", "name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("public:event", args=[self.slug])

    @property
    def path(self) -> Path:
        return Path(settings.MEDIA_ROOT) / self.file

    @property
    def is_open_to_all(self) -> bool:
        return self.visibility != Tournament.Visibility.PRIVATE

    @property
    def says(self) -> str:
        """For whoever wants to decide something in it."""
        return f"{self} is put aside: bring it back first."
