"""What an organiser may vary in each rulebook, the rules in force once they have, and a table of both for people.

Choices are kept with an event as short texts: {"challenge_penalty": "rising:5-5-10-20-30", "tiles_left": "b"}.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from tdsuite.platform.words.sentences import Sentence
from .deriving import Path, provision_at, put
from .model import Choice, Provision, Rulebook
from .penalties import BadPenaltyScheme, PenaltyScheme, penalty_scheme


@dataclass(frozen=True, slots=True)
class Option:
    """A subject on which at least one book leaves a choice."""

    key: str
    label: str
    path: Path  # where the provision stands in a Rulebook
    unit: int = 1  # what one of the organiser's numbers is worth in the provision's (60: minutes kept as seconds)
    follows: tuple[Path, ...] = ()  # provisions that take the same value


OPTIONS: tuple[Option, ...] = (
    Option("word_source", "Word source", ("before", "word_source")),
    Option("game_minutes", "Minutes for each player", ("before", "game_time", "seconds"), unit=60),
    Option("start_system", "Who starts", ("starting", "who_starts", "system")),
    Option(
        "lateness_margin",
        "Margin of a lateness forfeit",
        ("starting", "lateness_forfeit", "margin"),
        follows=(("starting", "lateness_forfeit", "elected_margin"),),
    ),
    Option("absent_margin", "Margin where neither arrives", ("starting", "both_absent", "neither_margin")),
    Option("challenge_penalty", "Challenge penalty", ("during", "challenge", "scheme")),
    Option("penalty_counts", "What a rising penalty counts", ("during", "challenge", "counted_over")),
    Option("overtime_margin", "Margin of a game lost on time", ("ending", "overtime_forfeit")),
    Option("tiles_left", "Tiles left when a player goes out", ("ending", "tiles_left")),
    Option("bye_result", "A bye counts as", ("results", "bye", "half_wins")),
    Option("bye_spread", "Spread of a bye", ("results", "bye", "spread")),
)
_OPTIONS = {option.key: option for option in OPTIONS}
_OPTION_AT = {option.path: option.key for option in OPTIONS}


class UnknownChoice(LookupError):
    """The event keeps a choice on a subject that no rulebook has."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"There is nothing called {key!r} to choose. You may choose: {', '.join(_OPTIONS)}.")


class ChoiceNotAllowed(ValueError):
    """The rulebook does not allow that value.  Names the field, the value and what is allowed."""

    def __init__(self, key: str, value: str, allowed: str, book: Rulebook, rule: str) -> None:
        self.key, self.value, self.allowed, self.rule = key, value, allowed, rule
        cited = f" ({rule})" if rule else ""
        super().__init__(f"{key}: {value!r} is not allowed by {book.name}{cited}. Allowed: {allowed}.")


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice as it stands."""

    key: str
    label: str
    code: str
    text: str
    rule: str
    warning: str  # "" or a sentence, where it may make the event non-ratable


@dataclass(frozen=True, slots=True)
class OptionFor:
    """What one book lets the organiser choose on one subject. low, high: bounds of a number, or None."""

    key: str
    label: str
    default: str  # the code in force if nothing is chosen
    values: tuple[Choice[Any], ...]  # codes with labels
    low: int | None
    high: int | None
    free_amounts: bool  # other amounts of the listed kinds may be written
    fixed: bool  # nothing but the default
    rule: str


@dataclass(frozen=True, slots=True)
class EffectiveRules:
    """The rulebook with the organiser's choices put in, for engines; and what was chosen, for people."""

    rulebook: Rulebook
    chosen: tuple[Chosen, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(choice.warning for choice in self.chosen if choice.warning)


class Whose(StrEnum):
    FIXED = "fixed"  # the book says so
    YOURS = "yours"  # the organiser chooses
    OURS = "ours"  # the book is silent; our default, the director may rule otherwise


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a rulebook's table."""

    section: str
    title: str
    text: str
    rule: str
    whose: Whose
    our_default: bool  # the book is silent and nobody has chosen (†)
    note: str = ""
    option: str = ""  # the key to choose by, or ""
    warning: str = ""  # as in Chosen


def options(book: Rulebook) -> tuple[OptionFor, ...]:
    """Every option as `book` allows it, in a fixed order."""
    return tuple(_option_for(book, option) for option in OPTIONS)


def effective(book: Rulebook, choices: Mapping[str, str]) -> EffectiveRules:
    """`book` with `choices` put in.  A value the book fixes may be named, not changed.

    Raises UnknownChoice, ChoiceNotAllowed.
    """
    for key in choices:
        if key not in _OPTIONS:
            raise UnknownChoice(key)
    result, chosen = book, []
    for option in OPTIONS:
        if option.key not in choices:
            continue
        provision = provision_at(book, option.path)
        choice = _resolve(book, option, provision, choices[option.key])
        for path in (option.path, *option.follows):
            result = put(result, path, _with(provision_at(book, path), choice))
        chosen.append(_chosen(option, provision, choice))
    return EffectiveRules(result, tuple(chosen))


def describe(book: Rulebook, choices: Mapping[str, str]) -> list[Row]:
    """The rules in force, a row for each provision, in the book's order.  Raises as `effective`."""
    rules = effective(book, choices)
    warnings = {choice.key: choice.warning for choice in rules.chosen}
    return [
        _row(section, title, provision, _OPTION_AT.get(path, ""), warnings)
        for section, title, path, provision in provisions(rules.rulebook)
    ]


def _row(section: str, title: str, provision: Provision[Any], key: str, warnings: Mapping[str, str]) -> Row:
    whose = Whose.YOURS if provision.open else Whose.OURS if provision.ours else Whose.FIXED
    option = key if provision.open else ""
    return Row(
        section,
        title,
        provision.explain,
        provision.rule,
        whose,
        provision.ours and key not in warnings,
        provision.note,
        option,
        warnings.get(option, ""),
    )


def provisions(book: Rulebook) -> Iterator[tuple[str, str, Path, Provision[Any]]]:
    """Every provision of a book: section title, title, path, provision."""
    for name, title, value in titled(book):
        if isinstance(value, Provision):
            yield "", title, (name,), value
            continue
        for row_name, row_title, row in titled(value):
            if isinstance(row, Provision):
                yield title, row_title, (name, row_name), row
                continue
            for part_name, part_title, part in titled(row):
                yield title, f"{row_title}: {part_title}", (name, row_name, part_name), part


def titled(node: Any) -> Iterator[tuple[str, str, Any]]:
    """The fields of a book or of a part of one that have a title: name, title, value."""
    return ((name, title, getattr(node, name)) for name, title in _titles(node.__class__).items())


@cache
def _titles(kind: type) -> Mapping[str, str]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated}


def _with(provision: Provision[Any], choice: Choice[Any]) -> Provision[Any]:
    """The provision once the organiser has spoken: no longer our default where a rule stands behind it."""
    text = in_force(choice)
    rule = choice.rule or provision.rule
    note = "" if provision.ours else provision.note
    return replace(provision, value=choice.value, explain=text, rule=rule, ours=not rule, note=note)


def in_force(choice: Choice[Any]) -> Sentence:
    """A choice as a sentence of its own: "Double: loss of turn."."""
    if isinstance(choice.label, Sentence) and choice.label.values:  # it begins with a number
        return Sentence("{choice}.", choice=choice.label)
    return Sentence(f"{choice.label[:1].upper()}{choice.label[1:].rstrip('.')}.")


def _resolve(book: Rulebook, option: Option, provision: Provision[Any], text: str) -> Choice[Any]:
    """The choice `text` names.  Raises ChoiceNotAllowed."""
    code = str(text).strip().lower()
    for choice in provision.choices:
        if choice.code == code:
            return choice
    if code == _code(option, provision):
        return Choice(code, _label(option, provision, provision.value), provision.value, provision.rule)
    if provision.extensible and (scheme := _unlisted_scheme(provision, code)) is not None:
        return Choice(scheme.code, scheme.label, scheme, provision.extension_rule, standard=False)
    span = provision.span
    if span is not None and len(code) <= 6 and code.isascii() and code.isdigit() and span.low <= int(code) <= span.high:
        value = int(code) * option.unit
        return Choice(str(int(code)), _label(option, provision, value), value, span.rule, span.standard)
    raise ChoiceNotAllowed(option.key, text, _allowed(option, provision), book, provision.rule)


def _unlisted_scheme(provision: Provision[Any], code: str) -> PenaltyScheme | None:
    """A penalty of a listed kind at amounts that are not listed, or None."""
    try:
        scheme = penalty_scheme(code)
    except BadPenaltyScheme:
        return None
    return scheme if scheme.kind in {choice.value.kind for choice in provision.choices} else None


def _code(option: Option, provision: Provision[Any]) -> str:
    """The code of a provision's own value."""
    for choice in provision.choices:
        if choice.value == provision.value:
            return choice.code
    value = provision.value
    if isinstance(value, PenaltyScheme):
        return value.code
    if option.key == "bye_result":
        return {2: "win", 1: "half", 0: "none"}[value]
    if isinstance(value, StrEnum):
        return str(value)
    return str(value // option.unit) if isinstance(value, int) else "by-the-book"


def _label(option: Option, provision: Provision[Any], value: Any) -> str:
    if value == provision.value:
        return provision.explain.rstrip(".")
    number = value // option.unit
    return (
        Sentence("{number} minutes each", number=number)
        if option.unit == 60
        else Sentence("{number} points", number=number)
    )


def _allowed(option: Option, provision: Provision[Any]) -> str:
    if provision.span is not None:
        return f"a whole number from {provision.span.low} to {provision.span.high}"
    if not provision.choices:
        return f"only {_code(option, provision)}"
    codes = ", ".join(choice.code for choice in provision.choices)
    return f"{codes}, or the same kinds at other amounts" if provision.extensible else codes


def _chosen(option: Option, provision: Provision[Any], choice: Choice[Any]) -> Chosen:
    rule = choice.rule or provision.rule
    warning = ""
    if not choice.standard and choice.value != provision.value:
        warning = Sentence(
            "{option}: {choice} is not standard and may make the event non-ratable ({rule}).",
            option=Sentence(option.label),
            choice=choice.label if isinstance(choice.label, Sentence) else Sentence(choice.label),
            rule=rule,
        )
    return Chosen(option.key, option.label, choice.code, choice.label, rule, warning)


def _option_for(book: Rulebook, option: Option) -> OptionFor:
    provision = provision_at(book, option.path)
    span = provision.span
    return OptionFor(
        option.key,
        option.label,
        _code(option, provision),
        provision.choices,
        span.low if span else None,
        span.high if span else None,
        provision.extensible,
        not provision.open,
        provision.rule,
    )
