"""Give a rulebook file, and load the one that was looked at."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.rulebooks.loading import MOST_LETTERS


class RulebookFileForm(forms.Form):
    """A file, or its text."""

    file = forms.FileField(
        label=_("Rulebook file"), required=False, help_text=_("TOML, as docs/rulebook-files.md describes it.")
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "code"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > 4 * MOST_LETTERS:
            raise forms.ValidationError(_("This file is too long for a rulebook. Choose another."))
        return file

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return data

    def data_given(self) -> bytes:
        file = self.cleaned_data["file"]
        return bytes(file.read()) if file else str(self.cleaned_data["text"]).encode()
