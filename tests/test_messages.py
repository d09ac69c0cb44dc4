"""What `make check` finds wrong with a translation (tests/messages.py)."""

import io
from gettext import GNUTranslations

import pytest
from babel.messages import Catalog, Message

from tests.messages import as_mo, flaws_of, for_players

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


@pytest.mark.parametrize(
    ("sources", "players"),
    [
        (("templates/console/plan.html", "templates/exchange/files.html", "tdsuite/console/forms/events.py"), False),
        (("templates/console/plan.html", "templates/public/players.html"), True),
        (("templates/exchange/site/player.html",), True),
        (("tdsuite/console/forms/events.py", "tdsuite/public/texts.py"), True),
    ],
)
def test_a_release_waits_for_no_translation_of_what_officials_alone_read(
    sources: tuple[str, ...], players: bool
) -> None:
    assert for_players(Message("Save", locations=[(path, 0) for path in sources])) is players


def test_a_plural_without_a_translation_is_said_in_english() -> None:
    catalog = Catalog(locale="fr")
    catalog.add(("%d table", "%d tables"))
    assert GNUTranslations(io.BytesIO(as_mo(catalog))).ngettext("%d table", "%d tables", 2) == "%d tables"
