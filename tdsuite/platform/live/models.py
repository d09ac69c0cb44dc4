"""What pages watch: a key and a number that grows with every change."""

from django.db import models


class LiveTopic(models.Model):
    """One watched thing.  key: letters, digits and `:._-`, such as `division:7`."""

    key = models.CharField(max_length=80, primary_key=True)
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return f"{self.key} v{self.version}"
