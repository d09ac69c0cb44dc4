"""Writes the tsh division file (.t) and the bundle a ratings body takes.  Grammar: docs/formats.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from tdsuite.formats.assemble import NO_GAME_BELOW
from tdsuite.formats.model import FileDivision, Outcome, Problems, RosterRow, StartsBy, note
from tdsuite.formats.writing import (
    HELD_BY_TSH,
    NO_ROOM,
    NOT_RATED,
    Place,
    Written,
    listed,
    names_alike,
    numbers_in_file,
    places_of,
    read_as_forfeit,
    rounds_without_game,
    without_room,
)
from .division import DRAWS, FIRST, OPEN, SECOND, name_and_tags
from .keys import COLUMN, END, KNOWN, NAME, RATING, RESULTS, TAG, is_name_of, results_text

NAME_COLUMNS = 23
OWN_KEYS = (
    TAG,
    "board",
    "class",
    "lifeg",
    "off",
    "p12",
    "penalty",
    "team",
)  # what the event itself says, never copied on
UNKNOWN = {"0", str(DRAWS), str(OPEN)}  # p12 of whom it is not known whether they start
_DIGIT = re.compile(r"[0-9]")
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_PERL_READS = re.compile(r'[\\"$@]')  # between double quotes
_IN_FILE_NAMES = re.compile(r"[^A-Za-z0-9_-]+")
Keys = Mapping[int, Mapping[str, str]]


def write_tsh(division: FileDivision, *, computed: Keys | None = None) -> Written:
    """One division as a .t file, one player a line, LF.

    computed: by player number, keys to add (`rrank`, `newr`, ...) with their values; a player's `extras` give the other
    keys that the suite does not make itself. Games that tsh cannot hold are listed in `losses`.
    """
    rows, losses = numbers_in_file(division)
    places = places_of(division)
    losses += without_room([division], HELD_BY_TSH)
    lines, names = [], []
    for row in sorted(division.players, key=lambda player: player.number or 0):
        own = own_rounds(division, places, row)
        opponents, scores = rounds_of(row, own, rows, losses)
        keys = keys_of(division, row, own[: len(opponents)], computed or {})
        if dict(row.extras).get(RESULTS, "").rpartition(";")[0] == results_text(opponents, scores):
            keys = _as_in_the_file(keys, row)
        names.append(_name(row, losses))
        parts = [" ".join([_head(row, names[-1]), *map(str, opponents)]), " ".join(map(str, scores))]
        parts += [f"{key} {value}".strip() for key, value in sorted(keys.items())]
        lines.append("; ".join(parts) + dict(row.extras).get(END, "" if keys else ";"))
    losses += names_alike(name_and_tags(name)[0] for name in names)
    return Written("".join(f"{_one_line(line).rstrip()}\n" for line in lines), listed(losses))


def _as_in_the_file(keys: dict[str, str], row: RosterRow) -> dict[str, str]:
    """Boards and starters as they stood there, while the event says no other: a file may lack them, or end elsewhere."""
    came = dict(row.extras)
    for key, unsaid in (("board", ("0",)), ("p12", ())):
        old, own = came.get(key, "").split(), keys.pop(key, "").split()
        pairs = zip_longest(old, own, fillvalue="0")
        if all(now in (was, "0") or was in unsaid or (key == "p12" and {was, now} <= UNKNOWN) for was, now in pairs):
            keys |= {key: came[key]} if key in came else {}
        else:
            keys[key] = " ".join(own)
    return keys


def _head(row: RosterRow, name: str) -> str:
    """Name and rating, in the columns of the file that the player came from, if any."""
    rating, column = file_rating(row), dict(row.extras).get(COLUMN)
    if column is None:
        return f"{name:<{NAME_COLUMNS}} {rating:>4}"
    return f"{name} {rating:>{max(int(column) - len(name) - 1, 1)}}"


def name_in_file(row: RosterRow) -> str:
    """The name as it stood in the file, while it is the player's, else as filed."""
    came = dict(row.extras).get(NAME, "")
    return came if came and is_name_of(came, row.name) else row.filing_name


def file_rating(row: RosterRow) -> str:
    """The rating; of a pair the sum as the file had it, while it is that."""
    came, rating = dict(row.extras).get(RATING, ""), row.rating or 0
    return came if came and sum(map(int, came.split("+"))) == rating else str(rating)


def _name(row: RosterRow, losses: Problems) -> str:
    """The name as in the file that it came from, else as filed; tsh takes every number after it for a rating or an opponent."""
    name = name_in_file(row).replace(";", ",")
    if name.startswith("#"):
        losses.note(None, "name", f"{row.name}: a line that begins with # is no player, so it is left out.")
        name = name.lstrip("# ")
    if _DIGIT.search(name) and NAME not in dict(row.extras):
        losses.note(None, "name", f"{row.name}: digits cannot stand in a name and are left out.")
        name = " ".join(_DIGIT.sub("", name).split()).replace(" ,", ",") or "Nameless"
    title = f" ({row.title})" if row.title else ""
    tag = dict(row.extras).get(TAG, row.naspa_id)
    return f"{name}{title}" + (f":{tag}" if re.fullmatch(r"[A-Z]{2}[0-9]{6}", tag) else "")


def own_rounds(division: FileDivision, places: Mapping[int, Mapping[int, Place]], row: RosterRow) -> list[Place | None]:
    """A player's game in each round of the file, None where there is none."""
    return [places.get(row.number or 0, {}).get(at) for at in range(1, division.rounds + 1)]


def rounds_of(
    row: RosterRow, own: Sequence[Place | None], rows: Mapping[int, int], losses: Problems
) -> tuple[list[int], list[int]]:
    """(opponents, scores) of a player's rounds; scores end with the first game that has none."""
    opponents: list[int] = []
    scores: list[int] = []
    awaited = 0
    while own and own[-1] is None:
        own = own[:-1]  # not paired yet
    losses += rounds_without_game(row, [at for at, place in enumerate(own, start=1) if place is None], "a bye of 0")
    for number, place in enumerate(own, start=1):
        opponent, score = _cell(row, number, place, losses)
        opponents.append(rows[opponent] if opponent else 0)
        if score is None:
            awaited = awaited or number
        elif awaited:
            message = f"{row.name}: round {awaited} awaits its result, so the score of round {number} is left out."
            losses.note(None, "score", message, "Enter the missing result first.")
        else:
            scores.append(score)
    return opponents, scores


def _cell(row: RosterRow, number: int, place: Place | None, losses: Problems) -> tuple[int, int | None]:
    """(opponent's number or 0, score or None) of one round."""
    if place is None:
        return 0, 0  # tsh has no empty round: a bye of nothing
    if place.outcome is Outcome.AWAITED or (place.opponent is None and place.stated[0] is None):
        return place.opponent or 0, None
    if place.outcome is Outcome.PLAYED:
        if place.score is None:
            message = f"{row.name}, round {number}: only the spread is known; it is written as a bye by that spread."
            losses.note(None, "score", message, "Enter the two scores.")
            return 0, place.stated[1]
        losses += read_as_forfeit(row, number, place)
        return place.opponent or 0, place.score
    halves, spread = place.stated
    if _both_sides(place):
        return place.opponent or 0, (spread or 0) // 2
    if place.opponent is not None:
        message = f"{row.name}, round {number}: {NOT_RATED} is written as a bye or a forfeit."
        losses.note(None, "opponent", message)
    wins = 2 if (spread or 0) > 0 else 0  # as the score is read again, where 0 is a bye of nothing
    if halves != wins or (not spread and place.outcome is not Outcome.ZERO_BYE):
        counted = ("a loss", "half a win", "a win")[halves or 0]
        points = f"a spread of {spread:+d}" if spread else "no spread"
        message = f"{row.name}, round {number}: counts as {counted} with {points}, which the format cannot hold."
        losses.note(None, "score", message)
    return 0, spread or 0


def _both_sides(place: Place) -> bool:
    """A forfeit that can be written as a game, half of its spread for each: tsh reads such scores as one."""
    game = place.game
    spread = game.first_spread or 0
    mirrored = game.second_spread == -spread and game.second_halves == 2 - (game.first_halves or 0)
    won = game.first_halves == (2 if spread > 0 else 0)
    return game.second is not None and mirrored and won and spread % 2 == 0 and 0 < abs(spread) < 2 * NO_GAME_BELOW


def keys_of(division: FileDivision, row: RosterRow, own: Sequence[Place | None], computed: Keys) -> dict[str, str]:
    """A player's keys: those of the file that they came from, those computed, and over them what the event itself says."""
    number = row.number or 0
    keys = {key: value for key, value in row.extras if key in KNOWN and key not in OWN_KEYS}
    keys |= dict(computed.get(number, {}))
    penalties = {
        adjustment.round: adjustment.points for adjustment in division.adjustments if adjustment.number == number
    }
    if penalties:
        keys["penalty"] = _spaced(penalties.get(at, 0) for at in range(1, division.rounds + 1))
    starters_known = any(game.starts_by is not StartsBy.NONE for game in division.games)
    if own:
        keys["board"] = _spaced((place.game.board or 0) if place and place.opponent else 0 for place in own)
        if starters_known:
            keys["p12"] = _spaced(_p12(place) for place in own)
    if row.class_name:
        keys["class"] = row.class_name
    if row.lifetime_games is not None:
        keys["lifeg"] = str(row.lifetime_games)
    if row.off is not None:
        keys["off"] = str(row.off)
    if row.team:
        keys["team"] = row.team
    return keys


def _p12(place: Place | None) -> int:
    if place is None or place.opponent is None:
        return 0
    if place.game.starts_by is StartsBy.ASSIGNED:
        return FIRST if place.started else SECOND
    return DRAWS if place.game.starts_by is StartsBy.DRAW else OPEN


def _spaced(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def write_bundle(divisions: Sequence[tuple[FileDivision, Keys]], config: Mapping[str, str]) -> Written:
    """A tsh archive: config.tsh and one block a division, as ratings bodies take it.

    config: tsh configuration words (`event_name`, `event_date`, `tournament_id`, `director_id`, `rating_system`, ...).
    """
    names = file_names([division.name for division, _ in divisions])
    text = [f"division {name} {name}.t" for name in names]
    losses = [
        note(
            None,
            NO_ROOM,
            f"{division.name} is called {name}: tsh takes plain letters and digits. Its label has the name.",
        )
        for (division, _), name in zip(divisions, names, strict=True)
        if division.name != name
    ]
    labels = [
        f'"{name}" => "{_quoted(division.name)}"'
        for (division, _), name in zip(divisions, names, strict=True)
        if division.name != name
    ]
    text += [f"config division_label = {{{', '.join(labels)}}}"] if labels else []
    text += [f'config {word} = "{_quoted(value)}"' for word, value in config.items() if value]
    blocks = [_block("config.tsh", "".join(f"{line}\n" for line in text))]
    for (division, computed), name in zip(divisions, names, strict=True):
        written = write_tsh(division, computed=computed)
        losses += written.losses
        blocks.append(_block(f"{name}.t", written.text))
    return Written("".join(blocks), listed(losses))


def _one_line(text: str) -> str:
    """tsh takes what follows a line break for a line of its own: another player, another file, or Perl to run."""
    return _BREAKS.sub(" ", text)


def _quoted(value: str) -> str:
    """A value as it stands between double quotes of Perl."""
    return _PERL_READS.sub(r"\\\g<0>", _one_line(value))


def _block(name: str, text: str) -> str:
    return f"#begin_file name={name}\n{text}#end_file name={name}\n"


def file_names(names: Sequence[str]) -> list[str]:
    """A plain file stem for each division, no two alike whatever the case."""
    stems: list[str] = []
    for name in names:
        stem = base = _IN_FILE_NAMES.sub("_", name).strip("_") or "Division"
        again = 2
        while stem.casefold() in {other.casefold() for other in stems}:
            stem, again = f"{base}_{again}", again + 1
        stems.append(stem)
    return stems
