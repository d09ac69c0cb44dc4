"""English sentences that remember how they were put together, so that an edge can say them in the reader's language.

Engines and services give them as they give any text: what is stored, logged, hashed or sent to programs is English. Pages say them
with `tdsuite.platform.words.languages.translated`. No Django here: engines import this.
"""

import json
from decimal import Decimal
from functools import lru_cache
from typing import Any, Self

BEGINNING = '{"message": '  # of what is stored of a sentence


class Figure(str):
    """A number as an engine writes it, "+9.06", with the reader's decimal sign in a sentence: `Figure(f"{points:+.2f}")`."""


class Sentence(str):
    """A sentence with its message and what stands in it: `Sentence("{player} won by {points}.", player="Ada", points=12)`.

    Attributes:
        message: as the catalogues have it; a literal where it is made, so that `tests/messages.py` finds it.
        values: what its placeholders stand for; sentences among them are said in the reader's language too.
        plural, number: the message for several, and how many; "" and None where nothing is counted.
    """

    message: str
    values: dict[str, Any]
    plural: str
    number: int | None

    def __new__(cls, message: str, plural: str = "", number: int | None = None, /, **values: Any) -> Self:
        plain = {
            name: value if isinstance(value, (int, Decimal, Figure, Sentence)) else str(value)
            for name, value in values.items()
        }
        english = message if number in (None, 1) else plural
        sentence = super().__new__(cls, english.format(**plain) if plain else english)
        sentence.message, sentence.plural, sentence.number, sentence.values = message, plural, number, plain
        return sentence

    @classmethod
    def counted(cls, singular: str, plural: str, /, number: int, **values: Any) -> Self:
        """One message for 1 and another for everything else; `{number}` is the number."""
        return cls(singular, plural, number, number=number, **values)

    @classmethod
    def listed(cls, *parts: str, between: str = ", ") -> Self:
        """Parts of a list, each in the reader's language."""
        values = {f"part{place}": part for place, part in enumerate(parts)}
        return cls(between.join(f"{{{name}}}" for name in values), **values)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (str(self),), {}  # its attributes are restored after it


def _held(value: Any) -> Any:
    """A sentence or what stands in it as JSON holds it."""
    if isinstance(value, Sentence):
        counted = {} if value.number is None else {"plural": value.plural, "number": value.number}
        values = {name: _held(part) for name, part in value.values.items()}
        return {"message": value.message, **counted, "values": values}
    return {"figure": str(value)} if isinstance(value, (Decimal, Figure)) else value


def _from_held(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "figure" in value:
        return Figure(value["figure"])
    values = {name: _from_held(part) for name, part in value["values"].items()}
    return Sentence(value["message"], value.get("plural", ""), value.get("number"), **values)


def stored(text: str) -> str:
    """A text as a database keeps it: a sentence by its parts."""
    return json.dumps(_held(text), ensure_ascii=False) if isinstance(text, Sentence) else text


@lru_cache(8192)  # a division is read again after each result
def from_stored(text: str) -> str:
    """The text of which `stored` made this."""
    text_again: str = _from_held(json.loads(text)) if text.startswith(BEGINNING) else text
    return text_again


def clauses(*texts: str) -> str:
    """Clauses with semicolons between them; those without words are left out."""
    first, *more = [text for text in texts if text] or [""]
    return Sentence(AND_MORE, first=first, more=clauses(*more)) if more else first


def clauses_of(text: str) -> list[str]:
    """The clauses of such a text."""
    if isinstance(text, Sentence) and text.message in (AND_MORE, AND_STARTS):
        return [clause for part in text.values.values() for clause in clauses_of(part)]
    return [text]


def with_start(board: str, start: str) -> str:
    """Why a board is played, and why one of its players starts."""
    return Sentence(AND_STARTS, board=board, start=start) if board and start else board or start


def board_and_start(text: str) -> tuple[str, str]:
    """The two parts of such a text."""
    if isinstance(text, Sentence) and text.message == AND_STARTS:
        return text.values["board"], text.values["start"]
    return text, ""


def catalogued(message: str) -> str:
    """The message as it is: a mark for the catalogues, where the sentence itself is made elsewhere."""
    return message


AND_MORE = catalogued("{first}; {more}")
AND_STARTS = catalogued("{board}; {start}")
