"""Figures out of the ordinary: the questions of the desk's keyboard, asked of players before they sign."""

from collections.abc import Mapping
from dataclasses import dataclass

from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.services.decision import Refused

from ...engine.entry_line import asked_digest, score_questions
from ...engine.sheets import SheetFacts, in_order


@dataclass(frozen=True, slots=True)
class Doubts:
    """What is asked about one sheet.  questions: sentences.  digest: what a yes to exactly these sends back; "" = nothing is asked."""

    questions: tuple[str, ...] = ()
    digest: str = ""


class OddFigures(Refused):
    """Figures that want a yes before they are signed; nothing is stored."""

    def __init__(self, doubts: Doubts) -> None:
        super().__init__(" ".join(doubts.questions))
        self.doubts = doubts


def doubts_about(facts: SheetFacts, people: Mapping[int, Entry]) -> Doubts:
    """The questions about the totals, with every line counted, as the desk would type them."""
    first, second = in_order(facts).sides
    one, other = facts.total(first.entry), facts.total(second.entry)
    margin = first.spread if one is None or other is None else one - other
    if margin is None:
        return Doubts()
    names = people[first.entry].player.name, people[second.entry].player.name
    asked = score_questions(names, (one, other), margin)
    return Doubts(tuple(each.text for each in asked), asked_digest(facts.game, asked)) if asked else Doubts()


def ask_about(facts: SheetFacts, game: Game, *, confirmed: str) -> None:
    """Raises OddFigures unless nothing is asked, or `confirmed` names exactly what is."""
    people = {entry.pk: entry for entry in (game.first, game.second) if entry is not None}
    doubts = doubts_about(facts, people)
    if doubts.questions and doubts.digest != confirmed:
        raise OddFigures(doubts)
