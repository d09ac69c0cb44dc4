"""Why something is decided: every form asks for it with this field."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 300


class ReasonField(forms.CharField):
    """A line, kept in the event's record."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", _("It stays in the event's record."))
        super().__init__(label=_("Reason"), max_length=LONGEST_REASON, **options)
