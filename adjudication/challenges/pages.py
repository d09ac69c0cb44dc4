"""What the pages of a challenge share: its words where they may be seen, its verdict once it counts, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from adjudication.challenges.engine.penalty import ChallengeOf, Consequence, cost_sentence
from adjudication.challenges.engine.slip_rules import SlipRules, slip_rules
from adjudication.challenges.engine.slips import MOVES, UNJUDGED, Move, State, Way
from adjudication.challenges.services.consequences import consequences_in, source_of
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.lexicons.models import DivisionLexicon
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.rulebooks.terms import SelfLookup
from tdsuite.tournaments.services.score_there import score_before
from .models import ChallengeSlip

LONGEST_LINE = 300
HAND_OVER = {
    Way.RUNNER: _("The runner has it"),
    Way.SELF_RUN: _("I take it to the judge"),
    Way.STATION: _("We go to the station"),
    Way.TABLE: _("The judge has it"),
}
FLAWS = (
    ("program", _("the program seems to work wrongly: a person looks it up")),
    ("mistyped", _("a word was typed wrongly: the players type again")),
)


@dataclass(frozen=True, slots=True)
class SlipSummary:
    """A slip with what a verdict on it costs.

    Attributes:
        cost: whom it costs what, and whose turn is lost, in one sentence; "" without a verdict.
    """

    slip: ChallengeSlip
    cost: str

    @property
    def acceptable(self) -> bool:
        return self.slip.verdict_text == "acceptable"

    @property
    def unjudged(self) -> bool:
        return self.slip.state in UNJUDGED

    @property
    def hand_over_label(self) -> str:
        return str(HAND_OVER[Way(self.slip.way)])

    @property
    def judged_again(self) -> bool:
        """Another opinion is awaited: the first verdict is not shown meanwhile."""
        awaited = self.slip.of == ChallengeOf.WORDS and self.slip.disputed_at is None
        return awaited and not (self.unjudged or self.slip.verdict_text)

    def moves_of(self, player: int, rules: SlipRules) -> frozenset[str]:
        """What a player of the game may do with the slip now: what the engine lets follow, asked of this player."""
        slip, moves = self.slip, MOVES[State(self.slip.state)]
        of_words, challenger = slip.of == ChallengeOf.WORDS, slip.challenger_id == player
        asked = any(verdict.opinion == "second" for verdict in slip.verdicts.all())
        allowed = {
            "agree": of_words and self.unjudged and not slip.agreed_by(player),
            "amend": challenger and Move.AMEND in moves,
            "hand over": challenger and Move.HAND_OVER in moves and slip.agreed,
            "reissue": of_words and challenger and slip.state == State.WITH_RUNNER,
            "take back": of_words and challenger and Move.WITHDRAW in moves and rules.put_right is not None,
            "accept": Move.CLOSE in moves and slip.disputed_at is None,
            "not us": slip.may_be_disputed,
            "ask again": slip.disputed_at is None and of_words and Move.ASK_AGAIN in moves and not asked,
        }
        return frozenset(move for move, is_allowed in allowed.items() if is_allowed)

    @property
    def judged(self) -> bool:
        """The players may still ask for another opinion."""
        return self.slip.state == State.ADJUDICATED


def summaries(slips: Sequence[ChallengeSlip]) -> list[SlipSummary]:
    """Slips of one division with their costs, which are read once for all."""
    costs = consequences_in(slips[0].division) if any(slip.verdict_text for slip in slips) else {}
    return [SlipSummary(slip, _cost(slip, costs[slip.pk]) if slip.verdict_text else "") for slip in slips]


def _cost(slip: ChallengeSlip, cost: Consequence) -> str:
    """What it costs; nothing where both players had signed before the slip came (WESPA 5.4.1; NSA III.F)."""
    taken = not cost.points or slip.game.adjustments.filter(source=source_of(slip.pk)).exists()
    if not taken and (score := score_before(slip.game)) and score.signed:
        return translated(Sentence("The play stands; the score stays as both players signed it."))
    return translated(cost_sentence(cost, ChallengeOf(slip.of)))


def summary_of(slip: ChallengeSlip) -> SlipSummary:
    return summaries([slip])[0]


def slip_of(tournament: Tournament, pk: int) -> ChallengeSlip:
    """A slip of the event with its people, 404 when there is none."""
    return get_object_or_404(ChallengeSlip.objects.with_people().of_tournament(tournament), pk=pk)


def challenges_of(game: Game) -> list[SlipSummary]:
    """Every slip of a game, newest first."""
    slips = ChallengeSlip.objects.of_game(game).with_people().prefetch_related("verdicts")
    return summaries(list(slips.order_by("-number")))


def words_in(line: str) -> tuple[str, ...]:
    """Words parted by blanks, as typed on one line."""
    return tuple(line[:LONGEST_LINE].split())


def new_key() -> str:
    """A key for a form, so that a form sent twice is one decision."""
    return uuid4().hex


def rules_of(tournament: Tournament) -> SlipRules:
    return slip_rules(tournament.rules.rulebook)


def flaws_of(slip: ChallengeSlip) -> tuple[tuple[str, Any], ...]:
    """What can be wrong with a self-look-up that is final here unless a flaw is named (NSA App. C A.10); () for any other."""
    self_lookup = slip.division.book_in_force.during.opinions.self_lookup.value
    return FLAWS if slip.way == Way.STATION and self_lookup is SelfLookup.FINAL_UNLESS_FLAWED else ()


def lists_of(divisions: Sequence[Division]) -> list[tuple[Division, DivisionLexicon]]:
    """What each division is judged by: always in sight of those who judge."""
    return [(division, lexicons_of(division)) for division in divisions]


def page(**context: Any) -> dict[str, Any]:
    """The context of an official's page."""
    return {"tab": "challenges", **context}
