"""What the pages of a challenge show: the slip itself, its words where they may be seen, its verdict once it counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.shortcuts import get_object_or_404

from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.rulebooks.terms import SelfLookup

from ..engine.opinions import Opinion
from ..engine.slip_rules import SlipRules, slip_rules
from ..engine.slips import OPEN, UNJUDGED, State, Way
from ..models import ChallengeSlip
from ..services.consequences import consequences_in
from ..services.queue import cost_text
from ..services.register import state_text, verdict_text
from ..services.verdicts import Lexicons, lexicons_of

LONGEST_LINE = 300
FLAWS = (
    ("program", "the program seems to work wrongly: a person looks it up"),
    ("mistyped", "a word was typed wrongly: the players type again"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A slip as a page shows it.  words: what stands on it, else what was keyed, once nobody has to look again.

    verdict: "acceptable", "unacceptable" or "" where there is none to show.  cost: one sentence, "" without a verdict.
    """

    slip: ChallengeSlip
    words: tuple[str, ...]
    verdict: str
    cost: str
    state: str

    @property
    def acceptable(self) -> bool:
        return self.verdict == "acceptable"

    @property
    def unjudged(self) -> bool:
        return self.slip.state in UNJUDGED

    @property
    def at_table(self) -> bool:
        return self.slip.state == State.WRITTEN

    @property
    def judged(self) -> bool:
        """The players may still ask for another opinion."""
        return self.slip.state == State.ADJUDICATED


def slip_of(tournament: Tournament, pk: int) -> ChallengeSlip:
    """A slip of the event with its people, 404 when there is none."""
    return get_object_or_404(ChallengeSlip.objects.with_people().of_tournament(tournament), pk=pk)


def shown(slip: ChallengeSlip) -> Shown:
    return Shown(slip, words_on(slip), verdict_text(slip), cost_text(slip), state_text(slip))


def words_on(slip: ChallengeSlip) -> tuple[str, ...]:
    """The words as written; of a slip on paper as first keyed, which nobody sees before the last look-up."""
    if slip.written or slip.state in OPEN:
        return tuple(slip.written)
    first = slip.verdicts.filter(opinion=Opinion.FIRST).first()
    return tuple(first.keyed) if first else ()


def words_in(line: str) -> tuple[str, ...]:
    """Words parted by blanks, as typed on one line."""
    return tuple(line[:LONGEST_LINE].split())


def new_key() -> str:
    """A key for a form, so that a form sent twice is one decision."""
    return uuid4().hex


def rules_of(tournament: Tournament) -> SlipRules:
    return slip_rules(tournament.rules.rulebook)


def names_a_flaw(slip: ChallengeSlip) -> bool:
    """Whether a self-look-up is final here unless a flaw is named (NSA App. C A.10)."""
    self_lookup = slip.division.tournament.rules.rulebook.during.opinions.self_lookup
    return slip.way == Way.STATION and self_lookup.value is SelfLookup.FINAL_UNLESS_FLAWED


def was_asked(slip: ChallengeSlip) -> bool:
    """Whether a second opinion was given: the players have no further look-up to ask for."""
    return slip.verdicts.filter(opinion=Opinion.SECOND).exists()


def challenges_of(game: Game) -> Sequence[ChallengeSlip]:
    """Every slip of a game, newest first."""
    return list(ChallengeSlip.objects.of_game(game).with_people().prefetch_related("verdicts").order_by("-number"))


def shown_all(slips: Sequence[ChallengeSlip]) -> list[Shown]:
    """Slips of one game as shown; the costs are read once for all."""
    from ..engine.counting import said

    costs = consequences_in(slips[0].division) if any(verdict_text(one) for one in slips) else {}
    return [
        Shown(one, words_on(one), verdict_text(one), said(costs[one.pk]) if verdict_text(one) else "", state_text(one))
        for one in slips
    ]


def lists_of(divisions: Sequence[Division]) -> list[tuple[Division, Lexicons]]:
    """What each division is judged by: always in sight of those who judge."""
    return [(one, lexicons_of(one)) for one in divisions]


def page(tournament: Tournament, part: str, **context: Any) -> dict[str, Any]:
    """The context of an official's page; `part` is the word judge's own tab."""
    return {"tournament": tournament, "tab": "challenges", "part": part, **context}
