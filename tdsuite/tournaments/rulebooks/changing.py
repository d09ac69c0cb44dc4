"""One change of a rulebook file as a provision: its value, what it cites, and what the organiser may choose instead."""

import re
from collections.abc import Mapping
from typing import Any

from .choices import OPTIONS
from .deriving import Path
from .file_values import LIMITS, MOST, BadValue, decode, kinds, nearest
from .model import Choice, Provision, Span
from .penalties import PenaltyScheme

Place = tuple[str, ...]
WORDS = (
    "value", "rule", "ours", "explain", "note", "choices", "span", "extensible", "extension_rule",
)  # fmt: skip
CHOICE_WORDS = ("code", "label", "value", "rule", "standard")
SPAN_WORDS = ("low", "high", "rule", "standard")
LONGEST_RULE = 60  # as the lines of a score keep it
CODE = re.compile(r"[a-z0-9]+([-:][a-z0-9]+)*", re.ASCII)
BYE_CODES = {2: "win", 1: "half", 0: "none"}
_OPTION_AT = {option.path: option for option in OPTIONS}


class BadChange(ValueError):
    """What is wrong in a file, and what to do.  at: the keys below the place that was being read."""

    def __init__(self, says: str, at: Place = ()) -> None:
        self.says, self.at = says, at
        super().__init__(says)


def provision_of(path: Path, table: Any, heading: str) -> Provision[Any]:
    """The provision that a file puts at `path`.

    Args:
        heading: the word that its table stands under, "changes" or "provisions".

    Raises:
        BadChange: when it makes none.
    """
    dotted = ".".join(path)
    if path not in kinds():
        raise BadChange(_unknown(path, table, heading))
    if not isinstance(table, dict):
        raise BadChange(f'A change is a table. Write [{heading}."{dotted}"] and below it value, rule and explain.')
    _known(table, WORDS)
    if "value" not in table:
        raise BadChange("value is missing. Write value = ..., as docs/rulebook-files.md lists it.")
    value = _decoded(path, table["value"], ("value",))
    rule, ours = _rule(table), _flag(table, "ours", default=False)
    if not rule and not ours:
        raise BadChange(
            'Every change says where it is from. Write rule = "5.3.2", or ours = true where no rule says so.'
        )
    return Provision(
        value,
        _sentence(table),
        rule,
        ours,
        _choices(path, table),
        _span(path, table),
        _extensible(path, table),
        _text(table, "extension_rule", LONGEST_RULE),
        _text(table, "note", 300),
    )


def _unknown(path: Path, table: Any, heading: str) -> str:
    known = [".".join(kind) for kind in kinds()]
    below = [each for each in known if each.startswith(".".join(path) + ".")]
    if below and isinstance(table, dict) and "value" not in table:
        return f'The path stands in quotes. Write [{heading}."{below[0]}"].'
    if below:
        return f"This is a row of several provisions. There are: {', '.join(below)}."
    near = nearest(".".join(path), known)
    near = "docs/rulebook-files.md lists them all." if near.startswith("There are:") else near
    return f"There is no such provision. {near}"


def _known(table: Mapping[str, Any], words: tuple[str, ...], at: Place = ()) -> None:
    for word in table:
        if word not in words:
            raise BadChange(f"There is no such word here. {nearest(word, words)}", (*at, word))


def _decoded(path: Path, data: Any, at: Place) -> Any:
    try:
        return decode(data, kinds()[path], LIMITS.get(".".join(path), (0, MOST)))
    except BadValue as error:
        raise BadChange(str(error), at) from error


def _text(table: Mapping[str, Any], word: str, longest: int, at: Place = ()) -> str:
    value = table.get(word, "")
    if not isinstance(value, str) or len(value) > longest:
        raise BadChange(f"{word} is a text of up to {longest} letters, in quotes.", (*at, word))
    return value.strip()


def _rule(table: Mapping[str, Any], at: Place = ()) -> str:
    value = table.get("rule", "")
    if isinstance(value, int | float):
        raise BadChange(f'A rule stands in quotes. Write rule = "{value}".', (*at, "rule"))
    return _text(table, "rule", LONGEST_RULE, at)


def _flag(table: Mapping[str, Any], word: str, *, default: bool, at: Place = ()) -> bool:
    value = table.get(word, default)
    if not isinstance(value, bool):
        raise BadChange(f"{word} is true or false, without quotes.", (*at, word))
    return value


def _sentence(table: Mapping[str, Any]) -> str:
    text = _text(table, "explain", 500)
    if not text:
        raise BadChange('explain is missing: one sentence for players. Write explain = "10 points a minute."')
    return text if text.endswith((".", "!", "?")) else f"{text}."


# ── what the organiser may choose ────────────────────────────────────────────────────────────────────────────


def _choices(path: Path, table: Mapping[str, Any]) -> tuple[Choice[Any], ...]:
    written = table.get("choices", [])
    if not written:
        return ()
    if path not in _OPTION_AT:
        choosable = ", ".join(".".join(option.path) for option in OPTIONS)
        raise BadChange(f"The suite offers no choice here. Choices can stand at: {choosable}.", ("choices",))
    if not isinstance(written, list):
        raise BadChange("Choices are a list of tables. Write [[...choices]] once for each.", ("choices",))
    choices = tuple(_choice(path, each, ("choices", str(at))) for at, each in enumerate(written, start=1))
    codes = [choice.code for choice in choices]
    if twice := [code for code in codes if codes.count(code) > 1]:
        raise BadChange(f'Two choices have the code "{twice[0]}". Give each its own.', ("choices",))
    return choices


def _choice(path: Path, table: Any, at: Place) -> Choice[Any]:
    if not isinstance(table, dict):
        raise BadChange('A choice is a table. Write {code = "a", label = "...", value = ...}.', at)
    _known(table, CHOICE_WORDS, at)
    if "value" not in table:
        raise BadChange("value is missing in this choice. Write value = ....", at)
    value = _decoded(path, table["value"], (*at, "value"))
    scheme = value if isinstance(value, PenaltyScheme) else None
    code, label = _text(table, "code", 60, at), _text(table, "label", 200, at)
    code = scheme.code if scheme else code
    if path == ("results", "bye", "half_wins"):
        code = BYE_CODES[value]
    if not CODE.fullmatch(code):
        raise BadChange('A code is small letters, digits and dashes. Write code = "a".', (*at, "code"))
    label = label or (scheme.label if scheme else "")
    if not label:
        raise BadChange("label is missing in this choice: what the organiser reads.", at)
    return Choice(code, label, value, _rule(table, at), _flag(table, "standard", default=True, at=at))


def _span(path: Path, table: Mapping[str, Any]) -> Span | None:
    if "span" not in table:
        return None
    span, option = table["span"], _OPTION_AT.get(path)
    if option is None or kinds()[path] is not int or path == ("results", "bye", "half_wins"):
        numbers = [".".join(each.path) for each in OPTIONS if kinds()[each.path] is int and each.key != "bye_result"]
        raise BadChange(f"The suite offers no span here. Spans can stand at: {', '.join(numbers)}.", ("span",))
    if not isinstance(span, dict):
        raise BadChange("A span is a table. Write span = {low = 1, high = 120}.", ("span",))
    _known(span, SPAN_WORDS, ("span",))
    bounds = LIMITS[".".join(path)]
    least, most = -(-bounds[0] // option.unit), bounds[1] // option.unit
    low, high = (
        each if isinstance(each, int) and not isinstance(each, bool) else -1
        for each in (span.get("low"), span.get("high"))
    )
    if not least <= low <= high <= most:
        raise BadChange(f"A span has low and high, whole numbers from {least} to {most}, low at most high.", ("span",))
    return Span(low, high, _rule(span, ("span",)), _flag(span, "standard", default=True, at=("span",)))


def _extensible(path: Path, table: Mapping[str, Any]) -> bool:
    extensible = _flag(table, "extensible", default=False)
    if extensible and kinds()[path] is not PenaltyScheme:
        raise BadChange("Only a challenge penalty is extensible. Leave it out here.", ("extensible",))
    return extensible
