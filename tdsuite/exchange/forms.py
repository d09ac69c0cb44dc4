from django import forms
from django.utils.translation import gettext_lazy as _

LARGEST = 5 * 1024 * 1024


class RosterForm(forms.Form):
    """A roster as a file (chosen or dropped) or as pasted lines."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("tsh .t, CSV in any column order, or .TOU. Drop it here or choose it."),
    )
    text = forms.CharField(
        label=_("Or paste the lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text=_("One player a line: name, rating. A first line with headings may name the columns."),
    )

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        file, text = given.get("file"), given.get("text") or ""
        if bool(file) == bool(text.strip()):
            raise forms.ValidationError(_("Give either a file or pasted lines."))
        if file and file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 5 MB; no roster is. Choose another."))
        return given

    def source(self) -> tuple[str, bytes]:
        """The name and bytes that were given."""
        file = self.cleaned_data["file"]
        return (file.name, file.read()) if file else ("pasted lines", self.cleaned_data["text"].encode())
