"""The form of everything a director asks of a division's rounds beyond their methods."""

import re
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from pairings.engine.rules import BYE, KINDS, ByeOrder, Strength
from pairings.models import PairingSettings
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.models import Entry

BOARD = re.compile(
    r"^\s*(?P<one>\d{1,4})\s*[-\s,;:]\s*(?P<two>\d{1,4}|bye)(?:\s+(?:in\s+)?(?:round|r)\s*(?P<round>\d{1,2}))?\s*$",
    re.I,
)
CHOSEN = re.compile(r"\d{1,4}(?=\s)|bye(?=\s)", re.I)  # "12 Ada Winterbourne"
EMPTY_ROWS = 2
NUMBERS = re.compile(r"[\s,;]+")
STRENGTHS = [(Strength.OFF, _("no rule")), (Strength.AVOID, _("avoid")), (Strength.MUST, _("never"))]
BYE_ORDERS = [
    (ByeOrder.BOTTOM_UP, _("fewest byes, then the lowest rank")),
    (ByeOrder.TOP_DOWN, _("fewest byes, then the highest rank")),
    (ByeOrder.ALWAYS_BOTTOM, _("always the lowest rank")),
]
LABELS = {"club": _("Same club"), "family": _("Same family"), "team": _("Same team"), "country": _("Same country")}
ASKS = {
    "forced": (_("Boards to be played"), _("In one round: two players, or a player and bye.")),
    "forbidden": (_("Boards never to be played"), _("In every round, or in the one that is named.")),
    "exempt": (
        _("Exceptions"),
        _("They may be played although a rule forbids them, in every round or in the one that is named."),
    ),
}


class BoardsWidget(forms.Widget):
    """A row a board: two players, chosen by number or name from the list of the page, and a round; some rows are empty.

    Its value is the same boards as lines, "12 7 round 5", which may be sent in place of the rows.
    """

    use_fieldset = True
    people: Mapping[str, str] = MappingProxyType({})  # names by number

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        if f"{name}_one" not in data:
            return data.get(name)
        columns = (data.getlist(f"{name}_{column}") for column in ("one", "two", "round"))
        rows = [[cell.strip() for cell in row] for row in zip_longest(*columns, fillvalue="")]
        return "\n".join(_typed_board(*row) for row in rows if any(row))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        rows = [self._row(line) for line in str(value or "").splitlines() if line.strip()]
        rows += [("", "", "")] * EMPTY_ROWS
        context = {
            "name": name,
            "rows": rows,
            "label": self.attrs["label"],
            "described": (attrs or {}).get("aria-describedby"),
        }
        return render_to_string("pairings/_board_rows.html", context)

    def _row(self, line: str) -> tuple[str, str, str]:
        match = BOARD.match(line)
        if match is None:
            return line, "", ""
        return self._named(match["one"]), self._named(match["two"]), match["round"] or ""

    def _named(self, number: str) -> str:
        return f"{number} {self.people.get(number, '')}".strip()


def _typed_board(first: str, second: str, round: str) -> str:
    """A row as a line; a player's number counts, the name behind it only helps to choose."""
    numbers = [match[0] if (match := CHOSEN.match(player)) else player for player in (first, second)]
    return " ".join([*numbers, *([f"round {round}"] if round else [])])


class BoardsField(forms.CharField):
    """Boards, one a line, as {"one", "two", "round"}."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "class": "code"})

    def clean(self, value: Any) -> Any:
        boards = []
        for line in str(super().clean(value)).splitlines():
            if match := BOARD.match(line):
                two = BYE if match["two"].lower() == "bye" else int(match["two"])
                boards.append({"one": int(match["one"]), "two": two, "round": int(match["round"] or 0)})
            elif line.strip():
                raise forms.ValidationError(
                    _("“%(line)s”: name two players by number, and a round."), params={"line": line}
                )
        return boards


def asked_boards(ask: str) -> BoardsField:
    """A field of rows for what is asked of boards."""
    label, help_text = ASKS[ask]
    return BoardsField(label=label, help_text=help_text, required=False, widget=BoardsWidget({"label": label}))


class NumbersField(forms.CharField):
    """Players' numbers; many: one list a line."""

    def __init__(self, *, many: bool = False, **options: Any) -> None:
        self.many = many
        if many:
            options["widget"] = forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "class": "code"})
        super().__init__(**options)

    def clean(self, value: Any) -> Any:
        lists = [[word for word in NUMBERS.split(line) if word] for line in str(super().clean(value)).splitlines()]
        if not all(word.isascii() and word.isdigit() and len(word) < 5 for words in lists for word in words):
            raise forms.ValidationError(_("Write players' numbers, with commas between them."))
        numbers = [[int(word) for word in words] for words in lists if words]
        return numbers if self.many else [number for line in numbers for number in line]


class RulesForm(forms.Form):
    """Everything a division's director asks of its rounds."""

    hide_optional = True

    forced = asked_boards("forced")
    forbidden = asked_boards("forbidden")
    exempt = asked_boards("exempt")
    families = NumbersField(
        label=_("Families"), required=False, many=True, help_text=_("Players' numbers, one family a line: 3, 15")
    )
    classes = forms.ChoiceField(label=_("Players of different classes"), choices=STRENGTHS, initial=Strength.OFF)
    most_meetings = forms.IntegerField(
        label=_("Meetings per pair, at most"),
        required=False,
        min_value=0,
        max_value=99,
        help_text=_("Times; empty: no limit."),
    )
    repeats_from = forms.IntegerField(
        label=_("Meetings count from round"), required=False, min_value=1, max_value=99, help_text=_("Empty: from the first.")
    )  # fmt: skip
    bye_order = forms.ChoiceField(label=_("The bye goes to"), choices=BYE_ORDERS, initial=ByeOrder.BOTTOM_UP)
    no_bye_above = forms.IntegerField(
        label=_("Never a bye for the top"), required=False, min_value=0, max_value=999, help_text=_("Places of the standings.")
    )  # fmt: skip
    volunteers = NumbersField(
        label=_("Bye volunteers"), required=False, help_text=_("Numbers of players who offered to have the bye.")
    )
    bye_passes = forms.BooleanField(
        label=_("The bye passes to the next player where it would force a repeat"), required=False, initial=True
    )
    largest_team_byes = forms.BooleanField(label=_("The bye comes from the largest team"), required=False)
    reasons_public = forms.BooleanField(
        label=_("Players may read why each board is what it is"), required=False
    )  # fmt: skip
    reason = ReasonField(required=False)

    def __init__(self, data: Any = None, *, settings: PairingSettings, people: Iterable[Entry] = ()) -> None:
        super().__init__(data, initial=initial_values(settings))
        names = {str(entry.number): str(entry.player) for entry in people}
        for ask in ASKS:
            self.fields[ask].widget.people = names
        for kind in KINDS:
            self.fields[kind] = forms.ChoiceField(label=LABELS[kind], choices=STRENGTHS, initial=Strength.OFF)
            self.fields[f"{kind}_until"] = forms.IntegerField(
                label=_("until round"), required=False, min_value=0, max_value=99, help_text=_("Empty: to the end.")
            )

    @property
    def apart(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of those who stay apart, two and two."""
        return [(self[kind], self[f"{kind}_until"]) for kind in KINDS]

    @property
    def boards(self) -> list[forms.BoundField]:
        return [self[ask] for ask in ASKS]

    @property
    def others(self) -> list[forms.BoundField]:
        named = {*ASKS, *KINDS, *(f"{kind}_until" for kind in KINDS), "families", "reason", "reasons_public"}
        return [field for field in self if field.name not in named]

    def values(self) -> dict[str, Any]:
        """The answers, as `services.rules.save_settings` takes them."""
        values = self.cleaned_data
        apart = [
            {"kind": kind, "until": values[f"{kind}_until"] or 0, "strength": values[kind]}
            for kind in KINDS
            if values[kind] != Strength.OFF
        ]
        return {
            "rules": {
                "apart": apart,
                "classes": values["classes"],
                "most_meetings": values["most_meetings"] or 0,
                "repeats_from": values["repeats_from"] or 1,
                "bye_order": values["bye_order"],
                "no_bye_above": values["no_bye_above"] or 0,
                "bye_passes": values["bye_passes"],
                "largest_team_byes": values["largest_team_byes"],
            },
            "boards": [{"ask": ask, **board} for ask in ASKS for board in values[ask]],
            "families": values["families"],
            "volunteers": values["volunteers"],
            "reasons_public": values["reasons_public"],
        }


def initial_values(settings: PairingSettings) -> dict[str, Any]:
    """What is kept, as the form's fields show it."""
    rules: Mapping[str, Any] = settings.rules
    values: dict[str, Any] = {
        name: rules[name] for name in ("classes", "bye_order", "bye_passes", "largest_team_byes") if name in rules
    }
    values |= {name: rules.get(name) or None for name in ("most_meetings", "no_bye_above")}
    values["repeats_from"] = rules["repeats_from"] if rules.get("repeats_from", 1) > 1 else None
    for rule in rules.get("apart", ()):
        values[rule["kind"]], values[f"{rule['kind']}_until"] = rule["strength"], rule["until"] or None
    for ask in ASKS:
        values[ask] = "\n".join(_line(board) for board in settings.boards if board["ask"] == ask)
    values["families"] = "\n".join(", ".join(map(str, family)) for family in settings.families)
    values["volunteers"] = ", ".join(map(str, settings.volunteers))
    return {**values, "reasons_public": settings.reasons_public}


def _line(board: Mapping[str, Any]) -> str:
    two = "bye" if board["two"] == BYE else board["two"]
    return f"{board['one']} {two}" + (f" round {board['round']}" if board["round"] else "")
