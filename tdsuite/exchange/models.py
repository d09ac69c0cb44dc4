from django.db import models

from tdsuite.tournaments.models import Division


class RosterUpload(models.Model):
    """A roster as it was given, kept between its preview and its being applied."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="roster_uploads")
    filename = models.CharField(max_length=120)
    data = models.BinaryField()
    section = models.PositiveSmallIntegerField(default=0)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.filename} for {self.division}"


class EventUpload(models.Model):
    """Files of which an event is to be made, kept between their preview and their being applied, then gone."""

    slug = models.SlugField(max_length=60, blank=True)
    name = models.CharField(max_length=120, blank=True)
    rulebook = models.CharField(max_length=30, blank=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"files for {self.slug or 'a new event'}"


class EventUploadFile(models.Model):
    """One of the files, as it was given."""

    upload = models.ForeignKey(EventUpload, on_delete=models.CASCADE, related_name="files")
    filename = models.CharField(max_length=120)
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.filename
