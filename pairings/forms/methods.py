"""The methods as a director chooses among them: in groups, a plain sentence each, and the options of each as fields."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.engine.methods.registry import METHODS
from pairings.engine.options import FLIGHT_CAPS, CopRules, Eliminated, Groups, Halves, MethodOptions

Words = Any  # a text, or the same to be translated
USUAL = MethodOptions()
GROUPS: tuple[tuple[Words, tuple[tuple[str, Words], ...]], ...] = (
    (
        _("By the standings"),
        (
            ("swiss", _("players with as many wins meet, the upper half of them against the lower")),
            ("swiss_fold", _("players with as many wins meet, the first of them against the last")),
            ("swiss_adjacent", _("players with as many wins meet, each against the next in the standings")),
            ("factor", _("the first meets the fourth, the second the fifth, and so on; the factor says how far apart")),
            ("australian", _("from the top, each meets the nearest player not met yet")),
            ("king_of_the_hill", _("the first meets the second, the third the fourth")),
            ("queen_of_the_hill", _("the first meets the third, the second the fourth, and so on")),
            ("chew", _("who can still win a prize meets others who can; leaders out of reach meet the rest")),
            ("cop", _("simulates the rounds to come, so that those who can still win meet in time")),
            ("contenders", _("as COP, and looks only at the players who can still win a prize")),
        ),
    ),
    (
        _("By a table drawn beforehand"),
        (
            ("round_robin", _("every player meets every other")),
            ("group_round_robin", _("the field is split into groups; within each, every player meets every other")),
            ("team_round_robin", _("every player meets the players of the other teams")),
            ("interleaved", _("the field is split into two halves; each player meets the other half")),
            ("initial_fontes", _("small groups of the seeding meet in the first rounds")),
            ("quads", _("groups of four of the standings meet")),
        ),
    ),
    (
        _("Others"),
        (
            ("random", _("drawn by lot")),
            ("knockout", _("the loser is out")),
            ("manual", _("you write the boards")),
        ),
    ),
)  # fmt: skip


def method_choices(without: Iterable[str] = ()) -> list[tuple[Any, list[tuple[str, str]]]]:
    """The methods in groups, each with what it does."""
    return [
        (group, [(key, f"{METHODS[key].label}: {says}") for key, says in rows if key not in without])
        for group, rows in GROUPS
    ]


def _flag(label: Words) -> Callable[[], forms.Field]:
    return lambda: forms.BooleanField(label=label, required=False)


def _number(label: Words, help_text: Words = "", least: int = 0) -> Callable[[], forms.Field]:
    return lambda: forms.IntegerField(label=label, required=False, min_value=least, help_text=help_text)


def _choice(label: Words, *choices: tuple[str, Words]) -> Callable[[], forms.Field]:
    return lambda: forms.ChoiceField(label=label, required=False, choices=choices)


class NumbersField(forms.CharField):
    """Several numbers with spaces between them, kept as a list."""

    def __init__(self, label: Words, help_text: Words, kind: type = int) -> None:
        super().__init__(label=label, help_text=help_text, required=False, max_length=200)
        self.kind = kind

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        words = str(super().clean(value)).replace(",", " ").split()
        try:
            return [self.kind(word) for word in words]
        except ValueError as error:
            raise forms.ValidationError(_("Write numbers with spaces between them.")) from error


class PlacesField(NumbersField):
    """Groups of places, "1-2 3-4", kept as [[1, 2], [3, 4]]."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(f"{a}-{b}" for a, b in value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        numbers = super().clean(str(value or "").replace("-", " "))
        if len(numbers) % 2:
            raise forms.ValidationError(_("Write the first and the last place of each group, such as 1-2 3-4."))
        return [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]


class ClassPrizesWidget(forms.MultiWidget):
    """A class and how many prizes it has, row by row."""

    ROWS = 4
    use_fieldset = False

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0"

    def __init__(self) -> None:
        pairs = (
            (
                forms.TextInput(attrs={"aria-label": _("Class"), "placeholder": _("Class"), "class": "paired"}),
                forms.NumberInput(
                    attrs={"aria-label": _("Its prizes"), "placeholder": _("Prizes"), "min": 1, "class": "paired"}
                ),
            )
            for _row in range(self.ROWS)
        )
        super().__init__([widget for pair in pairs for widget in pair])

    def decompress(self, value: Any) -> list[Any]:
        flat = [each for pair in value or () for each in pair]
        return [*flat, *[None] * (2 * self.ROWS - len(flat))]


class ClassPrizesField(forms.Field):
    """The lower classes that have prizes of their own, kept as [[class, prizes]]."""

    widget = ClassPrizesWidget

    def clean(self, value: Any) -> Any:
        pairs = list(zip(value[::2], value[1::2], strict=True)) if value else []
        filled = [[name.strip(), prizes] for name, prizes in pairs if (name or "").strip()]
        if not all(str(prizes or "").isascii() and str(prizes or "").isdigit() for _name, prizes in filled):
            raise forms.ValidationError(_("Write how many prizes each class has."))
        return [[name, int(prizes)] for name, prizes in filled]


def _classes() -> forms.Field:
    return ClassPrizesField(label=_("Prizes of lower classes, the highest class first"), required=False)


# Every option that a method reads (`Method.reads`), as a field; what is left empty is as usual.
OPTIONS: dict[str, Callable[[], forms.Field]] = {
    "factor": _number(_("Factor"), _("Empty: the rounds that are left.")),
    "games": _number(_("Games against the same opponent"), _("In each round, at the same table."), 1),
    "fontes_rounds": _number(_("Rounds of a group"), _("An odd number; groups have a player more."), 1),
    "group_size": _number(_("Players in a group"), least=2),
    "groups": _choice(_("Groups"), (Groups.RANKED, _("by places: 1 to 4, 5 to 8")), (Groups.SPREAD, _("spread evenly"))),
    "halves": _choice(_("Halves"), (Halves.ALTERNATE, _("odd places and even places")), (Halves.TOP_BOTTOM, _("upper half and lower half"))),
    "draw": _number(_("Drawn with number"), _("Empty: in the order of the roster.")),
    "games_in_row": _number(_("Games two players play in a row"), least=1),
    "team_games": _number(_("Rounds between two teams"), _("Empty: until all have met.")),
    "best_of": _number(_("Games of a match, best of"), least=1),
    "bracket_size": _number(_("Players in the bracket"), _("Empty: all.")),
    "by_standings": _flag(_("Seeded by the standings")),
    "eliminated": _choice(_("Who is out"), (Eliminated.OUT, _("plays no more")), (Eliminated.SWISS, _("plays Swiss"))),
    "place_prizes": _number(_("Places that win a prize"), least=1),
    "class_prizes": _classes,
    "prize_bands": lambda: NumbersField(_("Last place of each prize band"), _("Empty: a quarter of the field is a single band.")),
    "equal_places": lambda: PlacesField(_("Places with the same prize"), _("Such as 1-2 3-4.")),
    "victim_class": lambda: forms.CharField(label=_("Class that opponents of a sure winner come from"), required=False, max_length=50),
    "strict_victim": _flag(_("Such an opponent may be a repeat")),
    "faint_hope": _flag(_("In the last four rounds, a win behind the last prize still counts as in reach")),
    "flight_caps": _choice(_("Size of the flights"), *((name, name.replace("_", " ")) for name in FLIGHT_CAPS)),
    "spread_swings": lambda: NumbersField(_("Spread that can change in a round"), _("Points; the last round first.")),
    "gibson_spreads": lambda: NumbersField(_("Spread that makes a leader safe"), _("Points; the last round first.")),
    "hopefulness": lambda: NumbersField(_("Chance that keeps a player in the race"), _("From 0 to 1; the last round first."), float),
    "control_loss": lambda: forms.FloatField(label=_("Chance from which the first must be met"), required=False, min_value=0, max_value=1),
    "control_loss_from": _number(_("Looked for from round"), _("Empty: in the last four.")),
    "trials": _number(_("Simulated events"), least=1),
    "control_trials": _number(_("Simulated events for the first place"), least=1),
    "cop_rules": _choice(_("State of the published method"), *((each.value, each.value) for each in CopRules)),
    "start_rating": _number(_("Rating points that starting is worth")),
    "repeat_byes": _flag(_("A second bye is free")),
    "prove": _flag(_("Prove the best boards with more than 400 players too")),
    "even_starts": _flag(_("Keep starts even, also between players with different wins")),
    "starts_ahead": _flag(_("Settle starts for the rounds to come")),
    "even_everywhere": _flag(_("Keep starts even among those who can win a prize too")),
}  # fmt: skip


def option_fields(method: str) -> dict[str, forms.Field]:
    """The options that a method reads, in the order of `OPTIONS`, each showing what is usual."""
    reads = METHODS[method].reads if method in METHODS else frozenset()
    fields = {}
    for name, make in OPTIONS.items():
        if name in reads:
            field = fields[name] = make()
            usual = getattr(USUAL, name)
            if usual or usual is False:
                field.initial = usual
    return fields


def chosen(fields: Iterable[str], values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The options among a form's answers that differ from what is usual."""
    for name in fields:
        value, usual = values.get(name), getattr(USUAL, name)
        same = list(map(_plain, value)) == list(map(_plain, usual)) if isinstance(value, list) else value == usual
        if value not in (None, "", []) and not same:
            yield name, value


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
