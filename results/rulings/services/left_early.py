"""Whether a player left a round robin so early that the director may annul the games played; see docs/rulebook/ejection.md."""

from results.rulings.engine import forfeits as engine
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.models import Ejection
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.rulebooks.reasons import OURS, Reason
from tdsuite.tournaments.services.decision import Refused

BYES_COUNT = Sentence(
    "The byes that opponents have in later rounds still count. If they should not, change each to a bye that scores nothing."
)


def planned_as_round_robin(division: Division) -> bool:
    """Whether every line of the pairing plan is one."""
    methods = [str(line.get("method", "")) for line in division.pairing_plan if isinstance(line, dict)]
    return bool(methods) and all("round_robin" in method for method in methods)


def may_annul(entry: Entry) -> bool:
    """Whether the player, withdrawn or ejected, left a round robin so early that the director may annul their games."""
    early = engine.left_early(first_missed=entry.withdrawn_from, rounds=entry.division.planned_rounds)
    return early and planned_as_round_robin(entry.division)


def annulled(entry: Entry) -> Ejection | None:
    """The annulment of the player's games that is in force."""
    return Ejection.objects.in_force().filter(entry=entry, cause=EjectionCause.LEFT).first()


def refuse_twice(entry: Entry, cause: EjectionCause) -> None:
    if cause is EjectionCause.LEFT:
        if annulled(entry):
            raise Refused(f"The games of {entry.player} are annulled already.", code="annulled_already")
    elif Ejection.objects.in_force().filter(entry=entry).exclude(cause=EjectionCause.LEFT).exists():
        raise Refused(f"{entry.player} has been ejected already.", code="ejected_already")


def require(entry: Entry, round_robin: bool) -> None:
    if not round_robin:
        raise Refused("Games are annulled in a round robin alone.", code="no_round_robin")
    if entry.withdrawn_from is None:
        raise Refused(f"{entry.player} has not left: withdraw the player first.", code="not_withdrawn")
    if not may_annul(entry):
        raise Refused(
            f"{entry.player} left after half of the rounds or more: the games played stand.", code="left_too_late"
        )


def byes_left(history: History, entry: Entry, cause: EjectionCause) -> tuple[Reason, ...]:
    """What the annulment does not touch: byes that took the place of the player's games are the opponents' own."""
    if cause is not EjectionCause.LEFT or entry.withdrawn_from is None:
        return ()
    late = {row.pk for row in history.rounds if row.number >= entry.withdrawn_from}
    if not any(game.round_id in late and game.outcome == Game.Outcome.BYE for game in history.games):
        return ()
    return (Reason(BYES_COUNT, OURS),)
