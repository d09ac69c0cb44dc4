"""Give a rating list, say what its columns are, and choose who is who."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from results.rating_lists.formats.columns import FIELDS, IGNORED
from results.rating_lists.services.lists import ListFile
from tdsuite.formats.text import LARGEST_FILE
from tdsuite.tournaments.models import Division
from .models import BODIES, RatingList

_PAIR = re.compile(r"\s*(?P<column>.+?)\s*=\s*(?P<field>[^=]+?)\s*")
PICK = "pick-"  # begins the names of choices, before the player's number


def key_map_of(text: str) -> dict[str, str]:
    """ "Player = name, 3 = rating" (or one a line) as {"Player": "name", "3": "rating"}.  Raises ValidationError."""
    columns: dict[str, str] = {}
    for part in re.split(r"[,;\n]", text):
        if not part.strip():
            continue
        match = _PAIR.fullmatch(part)
        if match is None:
            raise forms.ValidationError(
                _("“%(part)s” is not a column and its field. Write them as Player = name, Rtg = rating."),
                params={"part": part.strip()[:60]},
            )
        columns[match["column"]] = match["field"]
    return columns


class KeyMapField(forms.CharField):
    """Columns and what they are read as; clean data is a mapping."""

    widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "class": "mono"})

    def clean(self, value: Any) -> Any:
        return key_map_of(super().clean(value) or "")


class MakeListForm(forms.Form):
    """A list made of new ratings: whose, its name, and the list whose other players stay in it."""

    division = forms.ChoiceField(label=_("Division"))
    list_name = forms.CharField(
        label=_("Name"), max_length=60, required=False, help_text=_("Empty: of the division and the event.")
    )
    base = forms.ModelChoiceField(
        RatingList.objects.all(),
        label=_("Add to"),
        required=False,
        empty_label=_("no list: these players alone"),
        help_text=_("Players of that list who did not play here stay as they are."),
    )

    def __init__(self, *args: Any, divisions: Iterable[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].choices = [(row.code, row.name) for row in divisions]  # type: ignore[attr-defined]


class GiveListForm(forms.Form):
    """A file, and what it is."""

    at_times_needed = ("as_of",)
    file = forms.FileField(
        label=_("File"), help_text=_("The list as its body publishes it: CSV or RT, 10 MB at most. Drop it here or choose it.")
    )  # fmt: skip
    body = forms.ChoiceField(label=_("Published by"), choices=BODIES)
    name = forms.CharField(
        label=_("Name"), max_length=60, required=False, help_text=_("Such as WESPA ratings, or NASPA Collins. Empty: the body’s name.")
    )  # fmt: skip
    as_of = forms.DateField(
        label=_("As of"), required=False, widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("The day of the list. Needed where neither the file’s name nor its lines say it."),
    )  # fmt: skip
    key_map = KeyMapField(
        label=_("Columns"), required=False, max_length=2000,
        help_text=_("Only where the headings do not say it: Player = name, Rtg = rating. A number is a column, from 1. Fields: %(fields)s.")
        % {"fields": ", ".join((*FIELDS, IGNORED))},
    )  # fmt: skip

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is larger than 10 MB; no list is. Choose another."))
        return file

    def list_file(self) -> ListFile:
        data = self.cleaned_data
        file = data["file"]
        return ListFile(file.name, file.read(), data["body"], data["name"], data["as_of"], data["key_map"])


class BadChoice(ValueError):
    """What was sent is no choice of a player and a line. The message says what to do."""


def chosen_of(sent: QueryDict) -> dict[int, int | None]:
    """Choices of a page of matches: `pick-12` "345" player 12 is line 345, `leave` "12" player 12 is left alone.  Raises BadChoice."""
    chosen: dict[int, int | None] = {
        _whole(name.removeprefix(PICK)): _whole(str(sent[name]))
        for name in sent
        if name.startswith(PICK) and sent[name]
    }
    return chosen | dict.fromkeys(map(_whole, sent.getlist("leave")))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise BadChoice(f"{text[:20]!r} is not a number.")
    return int(text)
