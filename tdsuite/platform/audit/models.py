"""The append-only record of every decision: one hash chain per tournament, and one for the site.

People stand in it by id only. The text of a reason lies in its own erasable row; the chain holds a salted hash of it, so
that erasing a text leaves the chain whole (`verify` then says "erased").
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

SITE = "site"


class ChainHead(models.Model):
    """The newest link of a chain: what the next record is chained to, and what gives a cut-off tail away."""

    chain = models.CharField(max_length=40, primary_key=True)
    seq = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64)
    seal = models.CharField(max_length=80, blank=True)  # made with the installation's key, after the key's id

    def __str__(self) -> str:
        return f"{self.chain} #{self.seq}"


class RecordQuerySet(models.QuerySet["Record"]):
    def of_chain(self, chain: str) -> "RecordQuerySet":
        return self.filter(chain=chain).order_by("seq")

    def about(self, obj: models.Model) -> "RecordQuerySet":
        return self.filter(object_type=obj._meta.label_lower, object_id=str(obj.pk))


class Record(models.Model):
    """One decision: who, when, what, before, after, why. The database refuses to change or delete it."""

    class ActorKind(models.TextChoices):
        USER = "user", _("user")
        COMMAND = "command", _("command line")
        PLAYER = "player", _("player")
        STATION = "station", _("station")

    chain = models.CharField(max_length=40)
    seq = models.PositiveBigIntegerField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    actor_id = models.BigIntegerField(null=True)
    action = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60)
    object_id = models.CharField(max_length=40)
    scope = models.CharField(max_length=40, blank=True)  # the part of the event it touches, such as "division:3"
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)  # the rows it left (`services.RecordedRows`)
    reason_hash = models.CharField(max_length=64, blank=True)

    objects = RecordQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chain", "seq"], name="audit_one_record_per_link")]
        indexes = [
            models.Index(fields=["object_type", "object_id"], name="audit_object"),
            models.Index(fields=["chain", "scope", "seq"], name="audit_scope"),
        ]
        ordering = ["chain", "seq"]

    def __str__(self) -> str:
        return f"{self.chain} #{self.seq} {self.action}"

    @property
    def why(self) -> str:
        """The reason given, "" where none was, or the word that it was erased."""
        if not self.reason_hash:
            return ""
        text = getattr(self, "reason_text", None)
        return text.text if text else str(_("(erased)"))


class ReasonText(models.Model):
    """The words of a reason and the salt of their hash. Deleting the row erases both; the chain still verifies."""

    record = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="reason_text")
    salt = models.CharField(max_length=32)
    text = models.TextField()

    def __str__(self) -> str:
        return f"reason of {self.record_id}"
