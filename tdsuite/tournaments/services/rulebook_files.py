"""Load a rulebook from a file onto an event: what it would change, and doing it.  See docs/rulebook-files.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from ..actions import EventAction
from ..models import Tournament
from ..rulebooks.choices import ChoiceNotAllowed, UnknownChoice, effective, options, provisions
from ..rulebooks.loading import BadRulebookFile, Problem, tidy
from ..rulebooks.model import Provision, Rulebook
from ..rulebooks.registry import RULEBOOKS, read_rulebook
from .decision import Refused, deciding_event
from .events import check_event, hash_of


class UnusableRulebook(Refused):
    """The file makes no rulebook.

    Attributes:
        problems: all of them.
    """

    code = "unusable_rulebook"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(problem.text for problem in problems))


@dataclass(frozen=True, slots=True)
class Change:
    """One provision that is not as in the base book."""

    path: str  # dotted
    title: str
    before: Provision[Any]
    after: Provision[Any]


@dataclass(frozen=True, slots=True)
class RulebookPlan:
    """What a file makes.

    Attributes:
        text: as it is stored and hashed.
        changes: against the base book.
        minutes: a player's, once loaded.
        choices: the organiser's that stay.
        dropped: those the new book does not allow.
    """

    text: str
    book: Rulebook
    base: Rulebook
    changes: tuple[Change, ...]
    minutes: int
    choices: Mapping[str, str]
    dropped: tuple[str, ...]


def plan_rulebook(data: bytes | str, tournament: Tournament | None) -> RulebookPlan:
    """Read a file and say what loading it would do; nothing is changed. Raises UnusableRulebook."""
    try:
        text = tidy(data)
        book = read_rulebook(text)
    except BadRulebookFile as error:
        raise UnusableRulebook(error.problems) from error
    base = RULEBOOKS[book.based_on]
    chosen = _chosen(tournament) if tournament is not None else {}
    allowed = {key: value for key, value in chosen.items() if _allows(book, key, value)}
    minutes = int(allowed.pop("game_minutes", default_minutes(book)))
    dropped = tuple(key for key in chosen if key not in allowed and key != "game_minutes")
    return RulebookPlan(text, book, base, _changes(base, book), minutes, allowed, dropped)


def _changes(base: Rulebook, book: Rulebook) -> tuple[Change, ...]:
    return tuple(
        Change(".".join(path), title, before, after)
        for (_, title, path, after), (*_, before) in zip(provisions(book), provisions(base), strict=True)
        if after != before
    )


def default_minutes(book: Rulebook) -> int:
    return int(next(option.default for option in options(book) if option.key == "game_minutes"))


def _chosen(tournament: Tournament) -> dict[str, str]:
    """The organiser's choices, the minutes among them where they are not the book's own."""
    minutes = tournament.game_minutes
    chosen = {} if minutes == default_minutes(tournament.book) else {"game_minutes": str(minutes)}
    return {**tournament.choices, **chosen}


def _allows(book: Rulebook, key: str, value: str) -> bool:
    try:
        effective(book, {key: value})
    except (ChoiceNotAllowed, UnknownChoice):
        return False
    return True


def load_rulebook(*, by: Actor, tournament: Tournament, data: bytes | str, reason: str = "") -> RulebookPlan:
    """Have the event played by the book that a file makes. Raises UnusableRulebook, Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_event(tournament, by=by, action=EventAction.RULEBOOK_LOADED, reason=reason) as decision:
        row = decision.event
        if row.status == Tournament.Status.FINISHED:
            raise Refused("The event is finished: it keeps the rulebook it was played by.", code="event_finished")
        plan = plan_rulebook(data, row)
        before = {"rulebook": row.rulebook, "choices": row.choices, "game_minutes": row.game_minutes, **hash_of(row)}
        before |= {"rulebook_file": row.rulebook_file} if row.rulebook_file else {}
        row.rulebook, row.rulebook_file = plan.book.identity["rulebook"], plan.text
        row.choices, row.game_minutes = dict(plan.choices), plan.minutes
        check_event(row)
        row.save()
        after = {"rulebook": row.rulebook, "choices": row.choices, "game_minutes": row.game_minutes, **hash_of(row)}
        after |= {"based_on": plan.book.based_on, "changes": [change.path for change in plan.changes]}
        decision.record(row, before=before, after=after)
    return plan
