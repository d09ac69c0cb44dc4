"""What the columns of a roster may be called, in the spellings met in real lists."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

NAME, GIVEN, FAMILY, MEMBERSHIP_ENDS = "name", "given name", "family name", "membership ends"

SPELLINGS: dict[str, tuple[str, ...]] = {
    NAME: ("name", "player", "players", "player name", "full name", "fullname", "competitor", "entrant", "participant",
           "display name", "nom complet", "spieler", "jugador", "joueur", "zawodnik", "spiller", "nome"),
    GIVEN: ("given", "given name", "given names", "first", "first name", "firstname", "forename", "forenames", "fname",
            "christian name", "prenom", "vorname", "nombre", "imie", "fornavn"),
    FAMILY: ("family", "family name", "last", "last name", "lastname", "surname", "lname", "nom", "nom de famille",
             "nachname", "apellido", "apellidos", "nazwisko", "etternavn"),
    "rating": ("rating", "rtg", "elo", "current rating", "start rating", "starting rating", "old rating", "rate",
               "wespa rating", "naspa rating", "absp rating", "csw rating", "nwl rating", "twl rating", "ranking points",
               "wertung", "puntuacion"),
    "lifetime games": ("lifetime games", "lifetime", "games", "games played", "career games", "lifeg", "rated games",
                       "total games", "no of games", "number of games"),
    "deviation": ("deviation", "rating deviation"),
    "last played": ("last played", "last rated"),
    "class": ("class", "prize class", "cls", "category", "klasse", "categorie", "categoria"),
    "division": ("division", "div", "division name", "section", "group", "pool"),
    "team": ("team", "team name", "team code", "school", "squad"),
    "club": ("club", "club name", "verein", "affiliation"),
    "country": ("country", "nation", "nationality", "state", "fed", "federation", "country code", "nat", "pays", "land",
                "pais", "kraj"),
    "title": ("title",),
    "national id": ("national id", "member", "member id", "membership", "membership number", "member number",
                    "membership no", "member no", "national number", "license", "licence"),
    "naspa id": ("naspa id", "naspa", "naspa number", "naspa no", "nasp id"),
    "wespa id": ("wespa id", "wespa", "wespa number", "wespa no"),
    "absp id": ("absp id", "absp", "absp number", "absp no"),
    MEMBERSHIP_ENDS: ("expiry", "expires", "expiration", "expiry date", "expiration date", "membership expires",
                      "membership ends", "membership expiry"),
    "number": ("number", "no", "nr", "num", "player number", "player no", "seed", "pos", "position", "id", "player id",
               "#"),
}  # fmt: skip

# Headings whose own meaning is another than that of the field they are read as, which public pages or files show.
OTHER_MEANINGS = frozenset({"school", "squad", "affiliation", "category", "state", "licence", "license", "membership"})


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """What each column of a table holds.

    Attributes:
        heading_row: which row names the columns, from 0 among those that hold anything; None where every row is a player.
        fields: by column a key of `SPELLINGS`, or "" to leave the column out.
    """

    heading_row: int | None
    fields: tuple[str, ...]


_BY_SPELLING = {spelling: field for field, spellings in SPELLINGS.items() for spelling in spellings}
_LIKELY = {"rating": "rating", "rtg": "rating", "elo": "rating", "division": "division"}
_OTHERS = frozenset({"parent", "guardian", "emergency", "contact", "team", "club", "school", "partner", "user", "file"})
_NOT_WORDS = re.compile(r"[^a-z0-9#]+")


def field_of(heading: str) -> str | None:
    """The field that a column heading means, or None: case, accents, dots and underscores do not matter."""
    return _BY_SPELLING.get(plain(heading))


def likely_field(heading: str) -> str | None:
    """What a longer heading probably means: "Current WESPA Rating", "Player's full name", "Which division?"."""
    if field := field_of(heading):
        return field
    words = plain(heading).split()
    if {"name", "names"} & set(words) and {"full", "player", "players"} & set(words) and not _OTHERS & set(words):
        return NAME
    return next((field for word, field in _LIKELY.items() if word in words), None)


def plain(heading: str) -> str:
    """A heading in lower case without accents and punctuation; "LastName" and "last_name" both give "last name"."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", heading.strip())
    decomposed = unicodedata.normalize("NFKD", spaced.casefold().replace("ł", "l"))
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(_NOT_WORDS.sub(" ", letters).split())
