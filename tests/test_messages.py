"""What `make check` finds wrong with a translation (tests/messages.py)."""

import pytest
from babel.messages import Message

from tests.messages import flaws_of

FIXED = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "translation", "flaws"),
    [
        ("fr", f"Ronde %(number)s{FIXED}: «{FIXED}oui{FIXED}», à 12:30", []),
        ("fr", "Ronde %(number)s : oui", ["no fixed space before a sign"]),
        ("fr", "Ronde %(number)s; oui", ["no fixed space before a sign"]),
        ("fr", "Ronde %(number)s « oui »", ["no fixed space inside of quotation marks"]),
        ("fr", "Ronde %(number)s, l'autre “oui”", ["another language's quotation marks", "a straight apostrophe"]),
        ("es", "Ronda %(number)s: «sí». ¿Y la otra? ¡No!", []),
        ("es", "Ronda %(number)s : sí", ["a space before a sign"]),
        ("es", "Ronda %(number)s? No!", ["a question or a cry without both signs"]),
        ("es", "Ronda %(number)s: “sí”", ["another language's quotation marks"]),
        ("es", "Ronda", ["not the placeholders of the message"]),
    ],
)
def test_signs_are_those_of_the_language(language: str, translation: str, flaws: list[str]) -> None:
    assert list(flaws_of(Message("Round %(number)s", translation), language)) == flaws
