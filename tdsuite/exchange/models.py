from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.words.lines import LineField
from tdsuite.tournaments.models import Division, Tournament


def languages() -> list[tuple[str, str]]:
    """Those that pages can be in; a function, so that another language needs no migration."""
    return list(settings.LANGUAGES)


class RosterUpload(models.Model):
    """A roster as it was given, kept between its preview and its being applied, then gone: it may hold anything.

    section: which division of the file; null: the one that has the division's name.
    columns: what its columns hold, as the organiser said (`ColumnChoice` as JSON); null where nothing was said.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="roster_uploads")
    filename = models.CharField(max_length=120)
    data = models.BinaryField()
    section = models.PositiveSmallIntegerField(null=True)
    columns = models.JSONField(null=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.filename} for {self.division}"


class EventUpload(models.Model):
    """Files of which an event is to be made, kept between their preview and their being applied, then gone.

    new_event: what was said of it on the page of a new event (`NewEvent` as JSON); empty where files alone say what it is.
    """

    slug = models.SlugField(max_length=60, blank=True)
    name = LineField(max_length=120, blank=True)
    rulebook = LineField(max_length=30, blank=True)
    new_event = models.JSONField(default=dict, null=True, blank=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"files for {self.slug or 'a new event'}"


class EventUploadFile(models.Model):
    """One of the files, as it was given.  columns: as those of a roster."""

    upload = models.ForeignKey(EventUpload, on_delete=models.CASCADE, related_name="files")
    filename = models.CharField(max_length=120)
    data = models.BinaryField()
    columns = models.JSONField(null=True)

    def __str__(self) -> str:
        return self.filename


class PublishTarget(models.Model):
    """Where an event's pages go.  The password is no column: it lies in a file that only the suite's owner reads.

    sent: what the target is known to hold, {path: SHA-256}.  sent_state: the event's versions when it was last all sent.
    language: a key of `settings.LANGUAGES`, of words, dates and figures on the pages.
    """

    class Kind(models.TextChoices):
        FOLDER = "folder", _("a folder of this computer")
        SFTP = "sftp", _("SFTP")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="publish_targets")
    kind = LineField(_("how"), max_length=8, choices=Kind.choices, default=Kind.SFTP)
    host = LineField(_("host"), max_length=200, blank=True)
    port = models.PositiveIntegerField(_("port"), default=0)
    username = LineField(_("user name"), max_length=100, blank=True)
    folder = LineField(_("folder"), max_length=300, blank=True)
    pinned = LineField(_("fingerprint"), max_length=200, blank=True)
    language = LineField(
        _("language of the pages"), max_length=10, choices=languages, default=settings.LANGUAGE_CODE, db_default="en-gb"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    sent = models.JSONField(default=dict, blank=True)
    sent_state = models.CharField(max_length=64, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    succeeded_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.folder if self.kind == self.Kind.FOLDER else f"{self.kind}://{self.host}/{self.folder.lstrip('/')}"

    @property
    def state(self) -> str:
        """How it goes, in a word or two."""
        if self.last_error:
            return "not reached"
        return "up to date" if self.succeeded_at else "not sent yet"
