"""English sentences that remember how they were put together, so that an edge can say them in the reader's language.

Engines and services give them as they give any text: what is stored, logged, hashed or sent to programs is English. Pages say them
with `tdsuite.platform.words.languages.translated`. No Django here: engines import this.
"""

import json
from decimal import Decimal
from typing import Any, Self

CLAUSES = "; "
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

    def __new__(cls, message: str, /, **values: Any) -> Self:
        return cls._put_together(message, "", None, values)

    @classmethod
    def counted(cls, singular: str, plural: str, /, number: int, **values: Any) -> Self:
        """One message for 1 and another for everything else; `{number}` is the number."""
        return cls._put_together(singular, plural, number, values | {"number": number})

    @classmethod
    def listed(cls, *parts: str, between: str = ", ") -> Self:
        """Parts of a list, each in the reader's language; so is what stands between clauses."""
        if between == CLAUSES and len(parts) > 1:
            first, *more = parts
            return cls(AND_MORE, first=first, more=clauses(*more))
        values = {f"part{place}": part for place, part in enumerate(parts)}
        return cls._put_together(between.join(f"{{{name}}}" for name in values), "", None, values)

    @classmethod
    def _put_together(cls, message: str, plural: str, number: int | None, values: dict[str, Any]) -> Self:
        plain = {
            name: value if isinstance(value, (int, Decimal, Figure, Sentence)) else str(value)
            for name, value in values.items()
        }
        english = message if number in (None, 1) else plural
        sentence = super().__new__(cls, english.format(**plain) if plain else english)
        sentence.message, sentence.plural, sentence.number, sentence.values = message, plural, number, plain
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (str(self),), {}  # its attributes are restored after it

    @property
    def parts(self) -> dict[str, Any]:
        """The sentence as facts that JSON can hold, from which `again` makes it."""
        counted = {} if self.number is None else {"plural": self.plural, "number": self.number}
        return {
            "message": self.message,
            **counted,
            "values": {name: _held(value) for name, value in self.values.items()},
        }

    @classmethod
    def again(cls, parts: dict[str, Any]) -> Self:
        """The sentence of which these are the parts."""
        values = {name: _from_held(value) for name, value in parts["values"].items()}
        return cls._put_together(parts["message"], parts.get("plural", ""), parts.get("number"), values)


def _held(value: Any) -> Any:
    if isinstance(value, Sentence):
        return value.parts
    return {"figure": str(value)} if isinstance(value, (Decimal, Figure)) else value


def _from_held(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return Figure(value["figure"]) if "figure" in value else Sentence.again(value)


def stored(text: str) -> str:
    """A text as a database keeps it: a sentence by its parts."""
    return json.dumps(text.parts, ensure_ascii=False) if isinstance(text, Sentence) else text


def from_stored(text: str) -> str:
    """The text of which `stored` made this."""
    return Sentence.again(json.loads(text)) if text.startswith(BEGINNING) else text


def clauses(*texts: str) -> str:
    """Clauses with semicolons between them; those without words are left out."""
    return Sentence.listed(*filter(None, texts), between=CLAUSES)


def clauses_of(text: str) -> list[str]:
    """The clauses of such a text."""
    if isinstance(text, Sentence) and text.message == AND_MORE:
        return [clause for part in text.values.values() for clause in clauses_of(part)]
    return [text]


def catalogued(message: str) -> str:
    """The message as it is: a mark for the catalogues, where the sentence itself is made elsewhere."""
    return message


AND_MORE = catalogued("{first}; {more}")
