"""Overtime on a paper sheet: what the event's rulebook charges, as lines of the sheet."""

from collections.abc import Mapping

from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.decision import Refused

from ...engine.clock_readings import BadReading
from ...engine.overtime import Terms, charged, terms_of
from ...engine.sheets import Line

RULE_LENGTH = 60


def overtime_terms(tournament: Tournament) -> Terms | None:
    """What overtime costs in this event; None where it costs nothing."""
    return terms_of(tournament.rules.rulebook)


def overtime_lines(game: Game, written: Mapping[int, str]) -> tuple[Line, ...]:
    """written: by entry, as the scorer typed it. Raises Refused, which names the player."""
    book = game.round.division.tournament.rules.rulebook
    terms = terms_of(book)
    lines = []
    for entry, text in written.items():
        try:
            charge = charged(text, book)
        except BadReading as wrong:
            person = game.first if entry == game.first_id else game.second
            raise Refused(f"Overtime of {person.player if person else 'nobody'}: {wrong}") from wrong
        if terms and (charge.points or charge.seconds):
            rule = terms.rule[:RULE_LENGTH]
            lines.append(Line(entry, "overtime", -charge.points, charge.seconds, rule=rule, own=True))
    return tuple(lines)
