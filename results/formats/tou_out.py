"""Writes the AUPAIR / WESPA result file (.TOU): only complete rounds, scores as they count.  Grammar: docs/formats.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from results.formats.model import ImportedDivision, Outcome, Problem, RosterRow, StartsBy, Stops, note
from results.formats.tou import TIED, WON
from results.formats.writing import NOT_RATED, Place, Written, listed, numbers_in_file, places_of
from tdsuite.tournaments.engine.names import CUT_AT, plain_letters

HIGH_WORD = " " * 38 + "0"  # the line for the best word, which nobody fills in
END = "*** END OF FILE ***"
FULL_BYE, HALF_BYE = 2001, 1350  # 1350: the commonest way to write half a win
MOST_PLAYERS = 999  # an opponent has four columns, one of them for the plus


def write_tou(name: str, day: date, divisions: Sequence[ImportedDivision]) -> Written:
    """An event as one .TOU file, one section a division, lines CR LF, plain ASCII.

    Rounds after the first with a missing result are left out, as the format has no empty cell; `losses` lists them and
    everything else that the file cannot hold. A loss that stops the games means that the file must not be sent.
    """
    losses: list[Problem] = []
    lines = [f"*M{day:%d.%m.%Y} {plain_letters(name)}".rstrip()]
    for at, division in enumerate(divisions, start=1):
        lines += [f"*{_section(division.name, at, losses)}", HIGH_WORD, *_rows(division, losses)]
    lines.append(END)
    return Written("".join(f"{line}\r\n" for line in lines), listed(losses))


def _section(name: str, at: int, losses: list[Problem]) -> str:
    plain = plain_letters(name)
    if plain:
        return plain
    losses.append(note(None, "name", f"division {name} is written Division {at}: the format has plain letters only."))
    return f"Division {at}"


def _rows(division: ImportedDivision, losses: list[Problem]) -> list[str]:
    rows, moved = numbers_in_file(division)
    losses += moved
    if len(rows) > MOST_PLAYERS:
        message = f"{division.name} has {len(rows)} players; the format holds {MOST_PLAYERS}."
        losses.append(Problem(None, "file", message, "Send it in parts.", Stops.EVERYTHING))
    last = division.complete_rounds
    if last < division.rounds:
        out = "it is" if last + 1 == division.rounds else f"rounds {last + 1} to {division.rounds} are"
        message = f"{division.name}: round {last + 1} awaits a result, so {out} left out."
        losses.append(note(None, "rounds", message, "Enter the missing results first."))
    if division.adjustments:
        message = (
            f"{division.name}: spread points given to one player alone cannot be written ({len(division.adjustments)})."
        )
        losses.append(note(None, "penalty", message))
    places = places_of(division)
    written = []
    for row in sorted(division.players, key=lambda one: one.number or 0):
        own = places.get(row.number or 0, {})
        cells = [_cell(row, at, own.get(at), rows, losses) for at in range(1, last + 1)]
        written.append(f"{_name(row, losses):<{CUT_AT}}{''.join(cells)}")
    _check_names([line[:CUT_AT].strip() for line in written], losses)
    return written


def _name(row: RosterRow, losses: list[Problem]) -> str:
    name = plain_letters(row.name)
    if not any(one.isalpha() for one in name):  # a line without a name is no player, and moves all numbers after it
        message = f"{row.name} cannot be written: the format has plain letters only."
        losses.append(
            Problem(None, "name", message, "Give the name in Latin letters, as the ratings list has it.", Stops.GAMES)
        )
    elif name != row.name:
        losses.append(note(None, "name", f"{row.name} is written {name}: the format has plain letters only."))
    if len(name) > CUT_AT:
        message = f"{name} is cut to {name[:CUT_AT].strip()}: the format keeps {CUT_AT} letters."
        losses.append(note(None, "name", message, "Check that the ratings list has the player under that name."))
    return name[:CUT_AT]


def _check_names(names: Sequence[str], losses: list[Problem]) -> None:
    for name in sorted({one for one in names if names.count(one) > 1}):
        message = f"two players are called {name} once cut to {CUT_AT} letters."
        losses.append(Problem(None, "name", message, "Shorten one of the names by hand.", Stops.GAMES))


def _cell(row: RosterRow, number: int, place: Place | None, rows: Mapping[int, int], losses: list[Problem]) -> str:
    """One round in nine columns: a blank, the mark and score, the opponent."""
    own = rows[row.number or 0]
    if place is None:
        return _columns(0, str(own))
    if place.outcome is Outcome.PLAYED and place.score is not None and place.against is not None and place.opponent:
        mark = WON if place.score > place.against else TIED if place.score == place.against else 0
        plus = "+" if place.started and place.game.starts_by is StartsBy.ASSIGNED else ""
        return _columns(mark + place.score, f"{plus}{rows[place.opponent]}")
    if place.outcome is Outcome.PLAYED:
        message = f"{row.name}, round {number}: only the spread is known."
        losses.append(Problem(None, "score", message, "Enter the two scores.", Stops.GAMES))
    elif place.opponent is not None:
        losses.append(
            note(None, "opponent", f"{row.name}, round {number}: {NOT_RATED} is written without an opponent.")
        )
    halves, spread = place.stated
    if spread:
        losses.append(note(None, "score", f"{row.name}, round {number}: the spread of {spread:+d} is left out."))
    return _columns({2: FULL_BYE, 1: HALF_BYE}.get(halves or 0, 0), str(own))


def _columns(token: int, opponent: str) -> str:
    return f" {token:>4}{opponent:>4}"
