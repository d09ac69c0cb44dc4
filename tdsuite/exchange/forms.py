from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.console.addresses import taken_by_events
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

from .models import PublishTarget, ReceivedSite

LARGEST = 5 * 1024 * 1024


class RosterForm(forms.Form):
    """A roster as a file (chosen or dropped) or as pasted lines."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_(
            "tsh .t, CSV in any column order, .TOU, or this suite’s workbook (.xlsx). Drop it here or choose it."
        ),
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


class TargetForm(forms.ModelForm):
    """Where the event's pages are to go.  The password is not a field of the row (tdsuite/exchange/secrets.py)."""

    secret = forms.CharField(
        label=_("Password or token"), required=False, strip=False, max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Kept on this computer in a file that only the suite reads. It is never shown again."),
    )  # fmt: skip
    field_order = ("kind", "host", "port", "username", "secret", "folder", "pinned", "every_minutes")

    class Meta:
        model = PublishTarget
        fields = ("kind", "host", "port", "username", "folder", "pinned", "every_minutes")
        help_texts = {
            "host": _(
                "For another tdsuite the whole address that it shows, as https://results.example.org/sites/open/"
            ),
            "port": _("0: the usual one, 22 for SFTP and 21 for FTPS."),
            "folder": _(
                "On the target, as /www/open. For a folder of this computer: its whole path. Empty for another tdsuite."
            ),
            "pinned": _(
                "Empty for SFTP: the first key shown is kept. Empty for FTPS and HTTPS: the certificate must be a "
                "good one; else its SHA-256 as AB:CD:…"
            ),
        }


class PlaceForm(forms.ModelForm):
    """A place for another suite's pages."""

    class Meta:
        model = ReceivedSite
        fields = ("title", "slug")
        help_texts = {"slug": _("The pages then stand under /sites/ and this word.")}


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several."""

    widget = ManyFiles

    def clean(self, data: object, initial: object = None) -> list[object]:
        given = data if isinstance(data, list | tuple) else [data] if data else []
        return [super(FilesField, self).clean(one, initial) for one in given] or [super().clean(None, initial)]


class EventFilesForm(forms.Form):
    """The files of an event, and what it is to be called."""

    sources = FilesField(
        label=_("Result files"),
        help_text=_(
            "tsh .t or bundle, .TOU, CSV, the ABSP’s CSV, tourney.js, or this suite’s JSON, games or players CSV or workbook (.xlsx). Several files are several divisions."
        ),
    )
    name = forms.CharField(label=_("Name of the event"), max_length=120, required=False, help_text=_("Empty: as the files say."))  # fmt: skip
    slug = forms.SlugField(label=_("Short name in addresses"), max_length=60, required=False, help_text=_("Empty: one is proposed on the next page."))  # fmt: skip
    rulebook = forms.ChoiceField(
        label=_("Rulebook"), required=False,
        choices=lambda: [("", _("as the files say, else WESPA 2010")), *((key, book.name) for key, book in RULEBOOKS.items())],
    )  # fmt: skip


class EventApplyForm(forms.Form):
    """The last look at the names before the event is made."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    slug = forms.SlugField(label=_("Short name in addresses"), max_length=60, help_text=_("It cannot be changed later."))  # fmt: skip

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in taken_by_events():
            raise forms.ValidationError(_("The suite’s own addresses use this word; choose another."))
        return slug
