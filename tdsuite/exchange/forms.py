from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tdsuite.console.addresses import taken_by_events
from tdsuite.formats.tables.roster import HEADER_WITHIN, RosterTable
from tdsuite.formats.tables.roster_columns import FAMILY, GIVEN, NAME, SPELLINGS, ColumnChoice
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

from .event_sources import SourceFile
from .events import MOST_WORDS
from .models import PublishTarget, ReceivedSite
from .published_tables import published_table

LARGEST = 5 * 1024 * 1024
ADDRESS_HELP = _("For example of a Google sheet: File, Share, Publish to web, Comma-separated values.")
ADDRESS_INPUT = forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"})


class RosterForm(forms.Form):
    """A roster as a file (chosen or dropped) or as pasted lines."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("tsh .t, CSV in any column order, .TOU, or this suite’s JSON. Drop it here or choose it."),
    )
    text = forms.CharField(
        label=_("Or paste the lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text=_("One player a line: name, rating. A first line with headings may name the columns."),
    )
    address = forms.CharField(label=_("Or the address of a published table"), required=False, max_length=2000, help_text=ADDRESS_HELP, widget=ADDRESS_INPUT)  # fmt: skip

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        file, text, address = data.get("file"), data.get("text") or "", data.get("address")
        if [bool(file), bool(text.strip()), bool(address)].count(True) != 1:
            raise forms.ValidationError(_("Give one of the three: a file, pasted lines or an address."))
        if file and file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 5 MB; no roster is. Choose another."))
        return data

    def source(self) -> SourceFile:
        """What was given, fetched where it is an address.  Raises Refused."""
        file, address = self.cleaned_data["file"], self.cleaned_data["address"]
        if address:
            return published_table(address)
        return (
            SourceFile(file.name, file.read())
            if file
            else SourceFile("pasted lines", self.cleaned_data["text"].encode())
        )


class ColumnFields(NamedTuple):
    """One column of a table on the page of columns.  samples: its first cells."""

    heading: str
    samples: list[str]
    holds: BoundField
    purpose: BoundField


FIELD_LABELS = {"national id": _("National number"), "naspa id": _("NASPA number"), "wespa id": _("WESPA number"), "absp id": _("ABSP number")}  # fmt: skip
SAMPLES = 3


class ColumnsForm(forms.Form):
    """What each column of a table of players holds, and which of the others officials need."""

    hide_optional = True
    heading_row = forms.TypedChoiceField(label=_("The headings stand in"), required=False, empty_value=None, coerce=int)

    def __init__(self, data: Any = None, *, table: RosterTable, purposes: Mapping[str, str]) -> None:
        super().__init__(data)
        self.table = table
        rows = [
            (str(at), _("line %(line)s: %(cells)s") % {"line": row.line, "cells": " · ".join(row.cells)[:60]})
            for at, row in enumerate(table.rows[:HEADER_WITHIN])
        ]
        self.fields["heading_row"].choices = [("", _("no line: the first player is in the first")), *rows]  # type: ignore[attr-defined]
        self.initial = {"heading_row": "" if table.choice.heading_row is None else table.choice.heading_row}
        labels = [(field, FIELD_LABELS.get(field, field.capitalize())) for field in SPELLINGS]
        for at, field in enumerate(table.choice.fields):
            name = table.named(at)
            self.fields[f"holds-{at}"] = forms.ChoiceField(
                label=_("%s holds") % name,
                required=False,
                choices=[("", _("nothing that is read")), *labels],
                initial=field,
            )
            self.fields[f"purpose-{at}"] = forms.CharField(
                label=_("Officials need %s for") % name, required=False, max_length=MOST_WORDS,
                initial=(table.choice.purposes and table.choice.purposes[at]) or purposes.get(name, ""),
            )  # fmt: skip

    def columns(self) -> Iterator[ColumnFields]:
        """Every column with its heading, its first cells and its two fields."""
        for at in range(len(self.table.choice.fields)):
            cells = self.table.cells_of(at)[:SAMPLES]
            yield ColumnFields(self.table.named(at), cells, self[f"holds-{at}"], self[f"purpose-{at}"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        fields = [data.get(f"holds-{at}", "") for at in range(len(self.table.choice.fields))]
        if not {NAME, GIVEN, FAMILY} & set(fields):
            raise forms.ValidationError(_("Choose the column that holds the names."))
        for at, field in enumerate(fields):
            if field and field in fields[:at]:
                self.add_error(f"holds-{at}", _("Another column is the %s already: choose one of the two.") % field)
        return data

    def choice(self) -> ColumnChoice:
        """What was chosen.  A purpose counts only for a column that is not read."""
        data, every = self.cleaned_data, range(len(self.table.choice.fields))
        fields = tuple(data[f"holds-{at}"] for at in every)
        purposes = tuple("" if fields[at] else " ".join(data[f"purpose-{at}"].split()) for at in every)
        return ColumnChoice(data["heading_row"], fields, purposes)


class TargetForm(forms.ModelForm):
    """Where the event's pages are to go.  The password is not a field of the row (tdsuite/exchange/secrets.py)."""

    secret = forms.CharField(
        label=_("Password or token"), required=False, strip=False, max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Kept on this computer in a file that only the suite reads. It is never shown again."),
    )  # fmt: skip
    field_order = ("kind", "host", "port", "username", "secret", "folder", "language", "pinned", "every_minutes")

    class Meta:
        model = PublishTarget
        fields = ("kind", "host", "port", "username", "folder", "language", "pinned", "every_minutes")
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


class SiteForm(forms.ModelForm):
    """A site whose pages another suite sends."""

    class Meta:
        model = ReceivedSite
        fields = ("title", "slug")
        help_texts = {"slug": _("The pages will be at /sites/ followed by this name.")}


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several."""

    widget = ManyFiles

    def clean(self, data: object, initial: object = None) -> list[object]:
        files = data if isinstance(data, list | tuple) else [data] if data else []
        return [super(FilesField, self).clean(file, initial) for file in files]


class EventFilesForm(forms.Form):
    """The files of an event, and what it is to be called."""

    sources = FilesField(
        label=_("Result files"),
        required=False,
        help_text=_(
            "tsh .t or bundle, .TOU, CSV, the ABSP’s CSV, tourney.js, or this suite’s JSON. Several files are several divisions."
        ),
    )
    address = forms.CharField(label=_("Or the address of a published table"), required=False, max_length=2000, help_text=ADDRESS_HELP, widget=ADDRESS_INPUT)  # fmt: skip
    name = forms.CharField(label=_("Name of the event"), max_length=120, required=False, help_text=_("Empty: as the files say."))  # fmt: skip
    slug = forms.SlugField(label=_("Short name in addresses"), max_length=60, required=False, help_text=_("Empty: one is proposed on the next page."))  # fmt: skip
    rulebook = forms.ChoiceField(
        label=_("Rulebook"), required=False,
        choices=lambda: [("", _("as the files say, else WESPA 2010")), *((key, book.name) for key, book in RULEBOOKS.items())],
    )  # fmt: skip

    def source_files(self) -> list[SourceFile]:
        """The files and what stands at the address, in this order.  Raises Refused."""
        files = [SourceFile(file.name, file.read()) for file in self.cleaned_data["sources"]]
        return [*files, *map(published_table, filter(None, [self.cleaned_data["address"]]))]


class EventApplyForm(forms.Form):
    """The last look at the names before the event is made."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    slug = forms.SlugField(label=_("Short name in addresses"), max_length=60, help_text=_("It cannot be changed later."))  # fmt: skip
    day = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), help_text=_("As the files say, where they do."),
        error_messages={"required": _("Give the day on which the event begins: no file says it.")},
    )  # fmt: skip

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in taken_by_events():
            raise forms.ValidationError(_("The suite’s own addresses use this word; choose another."))
        return slug
