from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tdsuite.console.addresses import refuse_taken
from tdsuite.formats.tables.roster import HEADER_WITHIN, RosterTable
from tdsuite.formats.tables.roster_columns import FAMILY, GIVEN, NAME, SPELLINGS, ColumnChoice
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from .event_sources import SourceFile
from .models import PublishTarget

LARGEST = 5 * 1024 * 1024


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

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        file, text = data.get("file"), data.get("text") or ""
        if bool(file) == bool(text.strip()):
            raise forms.ValidationError(_("Give one of the two: a file or pasted lines."))
        if file and file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 5 MB; no roster is. Choose another."))
        return data

    def source(self) -> SourceFile:
        if file := self.cleaned_data["file"]:
            return SourceFile(file.name, file.read())
        return SourceFile("pasted lines", self.cleaned_data["text"].encode())


class ColumnFields(NamedTuple):
    """One column of a table on the page of columns.  samples: its first cells."""

    heading: str
    samples: list[str]
    holds: BoundField


FIELD_LABELS = {"national id": _("National number"), "naspa id": _("NASPA number"), "wespa id": _("WESPA number"), "absp id": _("ABSP number")}  # fmt: skip
SAMPLES = 3


class ColumnsForm(forms.Form):
    """What each column of a table of players holds."""

    heading_row = forms.TypedChoiceField(label=_("The headings stand in"), required=False, empty_value=None, coerce=int)

    def __init__(self, data: Any = None, *, table: RosterTable, of: int) -> None:
        """of: the file's number, as several files stand on a page."""
        super().__init__(data, auto_id=f"columns-{of}-%s")
        self.table = table
        rows = [
            (str(at), _("line %(line)s: %(cells)s") % {"line": row.line, "cells": " · ".join(row.cells[:2])[:60]})
            for at, row in enumerate(table.rows[:HEADER_WITHIN])
        ]
        self.fields["heading_row"].choices = [("", _("no line: the first player is in the first")), *rows]  # type: ignore[attr-defined]
        self.initial = {"heading_row": "" if table.choice.heading_row is None else table.choice.heading_row}
        labels = [(field, FIELD_LABELS.get(field, field.capitalize())) for field in SPELLINGS]
        for at, field in enumerate(table.choice.fields):
            self.fields[f"holds-{at}"] = forms.ChoiceField(
                label=_("Read %s as") % table.named(at),
                required=False,
                choices=[("", _("Ignore")), *labels],
                initial=field,
            )

    def columns(self) -> Iterator[ColumnFields]:
        """Every column with its heading, its first cells and its field."""
        for at in range(len(self.table.choice.fields)):
            yield ColumnFields(self.table.named(at), self.table.cells_of(at)[:SAMPLES], self[f"holds-{at}"])

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
        fields = tuple(self.cleaned_data[f"holds-{at}"] for at in range(len(self.table.choice.fields)))
        return ColumnChoice(self.cleaned_data["heading_row"], fields)


class TargetForm(forms.ModelForm):
    """Where the event's pages are to go.  The password is not a field of the row (tdsuite/exchange/secrets.py)."""

    secret = forms.CharField(
        label=_("Password"), required=False, strip=False, max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Kept on this computer in a file that only the suite reads. It is never shown again."),
    )  # fmt: skip
    field_order = ("kind", "host", "port", "username", "secret", "folder", "language", "pinned")

    class Meta:
        model = PublishTarget
        fields = ("kind", "host", "port", "username", "folder", "language", "pinned")
        help_texts = {
            "port": _("0 = default, 22."),
            "folder": _("On the target, as /www/open. For a folder of this computer: its whole path."),
            "pinned": _("Of the host’s key. Empty: the first key shown is kept."),
        }


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
        help_text=_(
            "tsh .t or bundle, .TOU, CSV, the ABSP’s CSV, tourney.js, or this suite’s JSON. Several files are several divisions."
        ),
    )
    name = forms.CharField(label=_("Name of the event"), max_length=120, required=False, help_text=_("Empty: as the files say."))  # fmt: skip
    slug = forms.SlugField(label=_("Short name in addresses"), max_length=60, required=False, help_text=_("Empty: one is proposed on the next page."))  # fmt: skip
    rulebook = forms.ChoiceField(
        label=_("Rulebook"), required=False,
        choices=lambda: [("", _("as the files say, else WESPA 2012")), *((key, book.name) for key, book in RULEBOOKS.items())],
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["auto_id"] = "files_%s"  # beside the other form of the page
        super().__init__(*args, **kwargs)

    def source_files(self) -> list[SourceFile]:
        return [SourceFile(file.name, file.read()) for file in self.cleaned_data["sources"]]


class EventApplyForm(forms.Form):
    """The last look at the names before the event is made."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    slug = forms.SlugField(label=_("Short name in addresses"), max_length=60, validators=[refuse_taken], help_text=_("It cannot be changed later."))  # fmt: skip
    day = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), help_text=_("Taken from the files if they give it."),
        error_messages={"required": _("Give the day on which the event begins: no file says it.")},
    )  # fmt: skip
