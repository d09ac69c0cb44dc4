"""What players may write on their own sheet for the end of a game: tiles left and overtime, as the rulebook counts them.

Points are whole and signed, seconds whole.  Sources: WESPA 5.1.4, 5.2, 5.3; NSA III.C; SOWPODS Equipment, Scoring 9, 11;
guide Ending.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from results.rulings.engine.clock_readings import BadReading, clock_text
from results.sheets.engine.facts import BadSheet, SheetLine
from results.sheets.engine.overtime import charged, terms_of
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import TilesLeft
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.rulebooks.terms import RackRule

RULE_LENGTH = 60


def own_racks_count(book: Rulebook) -> bool:
    """Whether a player's own tiles ever come off that player's score under this book."""
    sand = book.before.no_clocks.value.sand
    racks = [book.ending.six_zeros.racks.value, book.ending.round_stopped.value.racks, *([sand.racks] if sand else [])]
    return book.ending.tiles_left.value is TilesLeft.SPLIT or RackRule.BOTH_LOSE in racks


def as_counted(lines: Sequence[SheetLine], book: Rulebook, names: Mapping[int, str]) -> tuple[SheetLine, ...]:
    """The players' own lines, each with the rule that it follows.  names: of the two players, by entry.

    Raises BadSheet for a line that no rule of the book gives; the message names the player.
    """
    gained = {line.entry: line.points for line in lines if line.kind == "tiles_gained" and line.points}
    left = {line.entry: line.points for line in lines if line.kind == "tiles_left" and line.points}
    if any(points < 0 for points in gained.values()) or any(points > 0 for points in left.values()):
        raise BadSheet(Sentence("The opponent's tiles are added, and own tiles left come off."))
    rule = cited(book.ending.tiles_left)
    if len(gained) > 1:
        raise BadSheet(
            Sentence(
                "Only the player who went out gains the opponent's tiles ({rule}): leave the other's empty.", rule=rule
            )
        )
    if left and not own_racks_count(book):
        raise BadSheet(
            Sentence(
                "Under {book} own tiles left come off nobody's score: write what the player who went out gains ({rule}).",
                book=book.name,
                rule=rule,
            )
        )
    if book.ending.tiles_left.value is TilesLeft.SPLIT:
        # +x for the player who went out, -x for the other (WESPA 5.1.4(a)).
        for entry, points in gained.items():
            if entry in left:
                raise BadSheet(
                    Sentence("Who gains the opponent's tiles went out and has none left ({rule}).", rule=rule)
                )
            if any(-other != points for other in left.values()):
                raise BadSheet(
                    Sentence(
                        "What one player gains is what the other loses for the same tiles ({rule}). If that is not how it "
                        "ended, call the director.",
                        rule=rule,
                    )
                )
    else:
        _check_double(gained, left, book, names)
    return tuple(_with_rule(line, book, names) for line in lines)


def _with_rule(line: SheetLine, book: Rulebook, names: Mapping[int, str]) -> SheetLine:
    if line.kind == "overtime":
        return _overtime(line, book, names.get(line.entry, ""))
    gained = line.kind == "tiles_gained"
    split = book.ending.tiles_left.value is TilesLeft.SPLIT
    provision = book.ending.tiles_left if gained or split else book.ending.six_zeros.racks
    return replace(line, rule=line.rule or cited(provision)[:RULE_LENGTH])


def _overtime(line: SheetLine, book: Rulebook, name: str) -> SheetLine:
    """The book's steps and its limit (WESPA 5.3.2, 5.3.3)."""
    if not (line.points or line.seconds):
        return line
    terms = terms_of(book)
    try:
        charge = charged(clock_text(line.seconds) if line.seconds else str(line.points), book)
    except BadReading as wrong:
        raise BadSheet(Sentence("Overtime of {name}: {why}", name=name, why=wrong.args[0])) from wrong
    if terms is None or -charge.points != line.points:
        raise BadSheet(
            Sentence(
                "Overtime of {name}: {time} over costs {points} points.",
                name=name,
                time=clock_text(line.seconds),
                points=charge.points,
            )
        )
    return replace(line, rule=line.rule or terms.rule[:RULE_LENGTH])


def _check_double(gained: Mapping[int, int], left: Mapping[int, int], book: Rulebook, names: Mapping[int, str]) -> None:
    """+2x for the player who went out and nothing off the other; own tiles come off where neither went out, then off both."""
    rule = cited(book.ending.tiles_left)
    for entry, points in gained.items():
        if left:
            raise BadSheet(
                Sentence(
                    "{name} went out and gains twice the tiles; nothing comes off the other ({rule}).",
                    name=names[entry],
                    rule=rule,
                )
            )
        if points % 2:
            raise BadSheet(
                Sentence(
                    "{name} gains twice the opponent's tiles, an even number, not {points} ({rule}).",
                    name=names[entry],
                    points=points,
                    rule=rule,
                )
            )
    if len(left) == 1:
        racks = cited(book.ending.six_zeros.racks)
        raise BadSheet(
            Sentence(
                "Own tiles left come off only where nobody went out, and then off both players ({racks}). Did somebody go "
                "out? That player gains twice the tiles ({rule}). If that is not how it ended, call the director.",
                racks=racks,
                rule=rule,
            )
        )
