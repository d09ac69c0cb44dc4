"""Writes the AUPAIR / WESPA result file (.TOU): only complete rounds, scores as they count.  Grammar: docs/formats.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from tdsuite.formats.model import FileDivision, Outcome, Problems, RosterRow, StartsBy, Stops
from tdsuite.formats.tsh.keys import TOU_HIGH_WORD, TOU_ROW
from tdsuite.formats.writing import (
    NO_ROOM,
    NOT_RATED,
    Place,
    Written,
    listed,
    numbers_in_file,
    places_of,
    read_as_forfeit,
    rounds_without_game,
    without_room,
)
from tdsuite.tournaments.engine.names import CUT_AT, display_name, filing_name, plain_letters
from .reader import FULL_BYE, HALF_BYE, HIGH_WORD, NO_BYE, TIED, WON, columns, row_facts

END = "*** END OF FILE ***"
MOST_PLAYERS = 999  # an opponent has four columns, one of them for the plus


def write_tou(name: str, day: date, divisions: Sequence[FileDivision]) -> Written:
    """An event as one .TOU file, one section a division, lines CR LF, plain ASCII.

    Rounds after the first with a missing result are left out, as the format has no empty cell; `losses` lists them and
    everything else that the file cannot hold. A loss that stops the games means that the file must not be sent.
    """
    losses = without_room(divisions, ())
    title = plain_letters(name)
    if title != name:
        losses.note(None, "event", f"the event is written {title}: the format has plain letters only.")
    lines = [f"*M{day:%d.%m.%Y} {title}".rstrip()]
    for at, division in enumerate(divisions, start=1):
        lines += [f"*{_section(division.name, at, losses)}", _high_word(division), *_rows(division, losses)]
    lines.append(END)
    return Written("".join(f"{line}\r\n" for line in lines), listed(losses))


def _section(name: str, at: int, losses: Problems) -> str:
    plain = plain_letters(name).lstrip("* ") or f"Division {at}"
    if plain != name:
        losses.note(None, "division", f"division {name} is written {plain}: the format has plain letters only.")
    return plain


def _high_word(division: FileDivision) -> str:
    """The empty line above the first row, as in the file that its player came from."""
    first = min(division.players, key=lambda row: row.number or 0, default=None)
    return dict(first.extras).get(TOU_HIGH_WORD, HIGH_WORD) if first else HIGH_WORD


def _rows(division: FileDivision, losses: Problems) -> list[str]:
    rows, moved = numbers_in_file(division)
    losses += moved
    if len(rows) > MOST_PLAYERS:
        message = f"{division.name} has {len(rows)} players; the format holds {MOST_PLAYERS}."
        losses.add(None, "file", message, "Send it in parts.", Stops.EVERYTHING)
    last = division.complete_rounds
    if last < division.rounds:
        out = "it is" if last + 1 == division.rounds else f"rounds {last + 1} to {division.rounds} are"
        message = f"{division.name}: round {last + 1} awaits a result, so {out} left out."
        losses.note(None, "rounds", message, "Enter the missing results first.")
    if division.adjustments:
        message = (
            f"{division.name}: spread points given to one player alone cannot be written ({len(division.adjustments)})."
        )
        losses.note(None, "penalty", message)
    places = places_of(division)
    written: list[str] = []
    names: list[str] = []
    for row in sorted(division.players, key=lambda player: player.number or 0):
        own = places.get(row.number or 0, {})
        losses += rounds_without_game(row, [at for at in range(1, last + 1) if at not in own], "a forfeit")
        cells = [_cell(row, at, own.get(at), rows, losses) for at in range(1, last + 1)]
        name = _name(row, losses)
        names.append(name.strip())
        line = f"{name:<{CUT_AT}}{''.join(cells)}"
        came = f"{name}{dict(row.extras).get(TOU_ROW, '')}"  # stands again while it says the same
        own_row = rows[row.number or 0]
        written.append(came if came != name and row_facts(came, own_row) == row_facts(line, own_row) else line)
    _check_names(names, losses)
    if filed := [row.filing_name for row in division.players if _filed_otherwise(row)]:
        more = f" and {len(filed) - 3} more" if len(filed) > 3 else ""
        message = f"{division.name}: read again, names are filed by their last word, which is otherwise for {'; '.join(filed[:3])}{more}."
        losses.note(None, NO_ROOM, message)
    return written


def _filed_otherwise(row: RosterRow) -> bool:
    """Whether a name that is written whole gets another filing name when it is read."""
    whole = len(row.name) <= CUT_AT and display_name(row.name) == row.name == plain_letters(row.name)
    return whole and any(map(str.isalpha, row.name)) and filing_name(row.name) != row.filing_name


def _name(row: RosterRow, losses: Problems) -> str:
    name = plain_letters(row.name).lstrip("* ")  # a line with a star first is a section's
    if not any(
        letter.isalpha() for letter in name
    ):  # a line without a name is no player, and moves all numbers after it
        message = f"{row.name} cannot be written: the format has plain letters only."
        losses.add(None, "name", message, "Give the name in Latin letters, as the ratings list has it.", Stops.GAMES)
    elif name != row.name:
        losses.note(None, "name", f"{row.name} is written {name}: the format has plain letters only.")
    if display_name(name) != name:
        losses.note(None, "name", f"{name} is read again as {display_name(name)}, because of the comma.")
    if len(name) > CUT_AT:
        message = f"{name} is cut to {name[:CUT_AT].strip()}: the format keeps {CUT_AT} letters."
        losses.note(None, "name", message, "Check that the ratings list has the player under that name.")
    return name[:CUT_AT]


def _check_names(names: Sequence[str], losses: Problems) -> None:
    """WESPA's reader compares names without their case and punctuation (docs/formats.md)."""
    alike = Counter(_key(name) for name in names)
    for name in sorted(name for name in names if alike[_key(name)] > 1):
        message = f"two players are called {name} once cut to {CUT_AT} letters, whatever the case and punctuation."
        losses.add(None, "name", message, "Shorten one of the names by hand.", Stops.GAMES)


def _key(name: str) -> str:
    return "".join(filter(str.isalnum, name)).upper()


def _cell(row: RosterRow, number: int, place: Place | None, rows: Mapping[int, int], losses: Problems) -> str:
    """One round in nine columns: a blank, the mark and score, the opponent."""
    own = rows[row.number or 0]
    if place is None:
        return columns(NO_BYE, own, False)
    if place.outcome is Outcome.PLAYED and place.score is not None and place.against is not None and place.opponent:
        mark = WON if place.score > place.against else TIED if place.score == place.against else 0
        losses += read_as_forfeit(row, number, place)
        plus = place.started and place.game.starts_by is StartsBy.ASSIGNED
        return columns(mark + place.score, rows[place.opponent], plus)
    if place.outcome is Outcome.PLAYED:
        message = f"{row.name}, round {number}: only the spread is known."
        losses.add(None, "score", message, "Enter the two scores.", Stops.GAMES)
    elif place.opponent is not None:
        losses.note(None, "opponent", f"{row.name}, round {number}: {NOT_RATED} is written without an opponent.")
    halves, spread = place.stated
    if place.outcome is Outcome.ZERO_BYE:
        losses.note(None, "score", f"{row.name}, round {number}: a bye that counts nothing is written as a forfeit.")
    if spread:
        losses.note(None, "score", f"{row.name}, round {number}: the spread of {spread:+d} is left out.")
    return columns({2: FULL_BYE, 1: HALF_BYE}.get(halves or 0, NO_BYE), own, False)
