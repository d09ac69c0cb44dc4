"""Rehearse an event on a practice event: simulated results, and drills of what may go wrong in the hall.

A drill sets a situation up and says what to do; whether it was handled is read from the rows that handling it leaves.
"""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from results.attendance.models import Presence
from results.attendance.services.attendance import arrive, mark
from results.games.services.outcomes import record_result
from results.rulings.models import Ejection
from tdsuite.ops.metrics import STARTED
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job, JobQuerySet
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding_event
from tdsuite.tournaments.services.roads import Road

from .simulation import simulated_scores

CAN = Can.RUN_ROUNDS
REHEARSAL_JOB = "console.rehearse"
ROUND, MIDDLE, END = "round", "middle", "end"
HOW_FAR = {
    ROUND: gettext_lazy("One round"),
    MIDDLE: gettext_lazy("Into the middle of a round"),
    END: gettext_lazy("To the end"),
}
MISREAD = 10  # points between a wrong slip and the right score
MOST_DRILLS = 50


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill that was set up.

    Attributes:
        game: None for a drill about the computer, and where the board was taken away.
        players: who sat there then; an ejection gives the other one a bye.
        facts: what its kind keeps: "right", the agreed scores.
    """

    number: int
    kind: str
    at: datetime
    game: Game | None
    players: tuple[Entry, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    presences: tuple[Presence, ...] = ()
    ejected: bool = False  # whether the first of its players is

    @property
    def label(self) -> str:
        return str(KINDS[self.kind].label)

    @property
    def situation(self) -> str:
        """What is told, with the names of this table."""
        return str(KINDS[self.kind].situation) % self._words

    @property
    def task(self) -> str:
        return str(KINDS[self.kind].task) % self._words

    @property
    def gone(self) -> bool:
        """Whether its board was taken away: then there is nothing to handle."""
        return KINDS[self.kind].at_a_table and (self.game is None or len(self.players) < 2)

    @property
    def handled(self) -> bool:
        return not self.gone and KINDS[self.kind].handled(self)

    @property
    def waits(self) -> bool:
        return not (self.gone or self.handled)

    @property
    def url(self) -> str:
        """The page where it is done; "" where none helps."""
        if self.game is None or self.gone:
            return ""
        address = [self.game.round.division.tournament.slug, self.game.round.division.code]
        page = KINDS[self.kind].page
        return reverse(page, args=[*address, self.players[0].number if page == "results:eject" else self.game.pk])

    @property
    def _words(self) -> dict[str, Any]:
        game = self.game
        if game is None or self.gone:
            return {}
        first_score, second_score = self.facts.get("right", (0, 0))
        return {
            "division": game.round.division, "round": game.round.number, "table": game.table,
            "one": self.players[0].player, "two": self.players[1].player, "first": first_score, "second": second_score,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A situation to practise.

    Attributes:
        set_up: changes rows of the game, and returns what `handled` needs.
        handled: whether somebody has done what the task says.
        page: where it is done.
    """

    label: str | Promise
    situation: str | Promise
    task: str | Promise
    set_up: Callable[[Actor, Game], dict[str, Any]]
    handled: Callable[[Drill], bool]
    page: str = ""

    @property
    def at_a_table(self) -> bool:
        return bool(self.page)


def _nobody_comes(by: Actor, game: Game) -> dict[str, Any]:
    for entry in (game.first, game.second):
        assert entry is not None
        mark(by=by, game=game, entry=entry, status=Presence.Status.ABSENT)
    return {}


def _pair_was_late(drill: Drill) -> bool:
    assert drill.game is not None
    over = drill.game.outcome != Game.Outcome.AWAITED or all(row.is_here for row in drill.presences)
    return over and any(row.clock_started_at or row.forfeit for row in drill.presences)


def _one_comes(by: Actor, game: Game) -> dict[str, Any]:
    assert game.second is not None
    arrive(by=by, game=game, entry=game.second)
    mark(by=by, game=game, entry=game.first, status=Presence.Status.ABSENT)
    return {}


def _is_forfeit(drill: Drill) -> bool:
    return drill.game is not None and drill.game.outcome not in {Game.Outcome.AWAITED, *Game.SCORED}


def _misread(by: Actor, game: Game) -> dict[str, Any]:
    first_score, second_score = simulated_scores(game, game.pk)
    record_result(by=by, game=game, first_score=first_score + MISREAD, second_score=second_score, road=Road.SIMULATION)
    return {"right": [first_score, second_score]}


def _is_right(drill: Drill) -> bool:
    return drill.game is not None and [drill.game.first_score, drill.game.second_score] == drill.facts["right"]


def _nothing(_by: Actor, _game: Game) -> dict[str, Any]:
    return {}


def _is_ejected(drill: Drill) -> bool:
    return drill.ejected


def _started_anew(drill: Drill) -> bool:
    return datetime.fromtimestamp(STARTED, UTC) > drill.at


KINDS = {
    "late_pair": Kind(
        gettext_lazy("Late pair"),
        gettext_lazy("%(division)s, round %(round)d, table %(table)s: neither %(one)s nor %(two)s has come."),
        gettext_lazy(
            "Start their clocks at this table. When both have come, note each arrival: the page says what time they have left."
        ),
        _nobody_comes, _pair_was_late, "results:table",
    ),
    "no_show": Kind(
        gettext_lazy("No-show"),
        gettext_lazy("%(division)s, round %(round)d, table %(table)s: %(two)s waits; %(one)s does not come at all."),
        gettext_lazy(
            "Start the clock of %(one)s. Forfeit the game when the time is over, or by your ruling; then decide on Players "
            "whether %(one)s is still in the event."
        ),
        _one_comes, _is_forfeit, "results:table",
    ),
    "wrong_slip": Kind(
        gettext_lazy("Wrong slip"),
        gettext_lazy(
            "%(division)s, round %(round)d, table %(table)s: both players come to you. They agree that it was %(one)s "
            "%(first)d, %(two)s %(second)d. The slip that was entered says otherwise."
        ),
        gettext_lazy("Correct the result, with the reason."),
        _misread, _is_right, "results:correct",
    ),
    "power_cut": Kind(
        gettext_lazy("Power cut"),
        gettext_lazy("The power is gone. The hall plays on, and results come on paper slips."),
        gettext_lazy(
            "Switch this computer off as a power cut would, and start it and the suite again. Log in, see on Day that every "
            "result you saved is there, and enter the slips that came meanwhile."
        ),
        _nothing, _started_anew,
    ),
    "ejection": Kind(
        gettext_lazy("Ejection"),
        gettext_lazy(
            "%(division)s, round %(round)d, table %(table)s: %(one)s was warned twice, now throws the rack at %(two)s and "
            "refuses to stop."
        ),
        gettext_lazy("Eject %(one)s: the page shows what becomes of this game and of the others before you confirm."),
        _nothing, _is_ejected, "results:eject",
    ),
}  # fmt: skip


def drills(tournament: Tournament) -> list[Drill]:
    """All that were set up, the newest first, in four queries."""
    games = Game.objects.filter(pk__in=[row.get("game") for row in tournament.drills]).with_people()
    by_key = {game.pk: game for game in games.select_related("round__division__tournament")}
    players = [pk for row in tournament.drills for pk in row.get("players", ())]
    entries = Entry.objects.select_related("player").in_bulk(players)
    ejected = set(Ejection.objects.in_force().filter(entry__in=players).values_list("entry", flat=True))
    presences: dict[int, list[Presence]] = {}
    for presence in Presence.objects.filter(game__in=by_key).at_the_board():
        presences.setdefault(presence.game_id, []).append(presence)
    return [
        Drill(
            row["number"],
            row["kind"],
            datetime.fromisoformat(row["at"]),
            by_key.get(row.get("game", 0)),
            tuple(entries[pk] for pk in row.get("players", ()) if pk in entries),
            row["facts"],
            tuple(presences.get(row.get("game", 0), ())),
            row.get("players", [0])[0] in ejected,
        )
        for row in reversed(tournament.drills)
    ]


def set_up_drill(*, by: Actor, tournament: Tournament, kind: str) -> dict[str, Any]:
    """Set a situation up at a table that still plays, chosen by lot.  Raises Refused, NotAllowed."""
    require(by, tournament, CAN)
    if kind not in KINDS:
        raise Refused("There is no such drill.", code="unknown_drill")
    with deciding_event(tournament, by=by, action=EventAction.DRILL_SET_UP) as decision:
        row = decision.event
        _refuse_real(row)
        if _playing_on(row).exists():
            raise Refused(_("The rehearsal plays on: wait for it, or stop it."), code="plays_on")
        if len(row.drills) >= MOST_DRILLS:
            raise Refused("Put drills away first: there are too many.", code="too_many_drills")
        number = max((drill["number"] for drill in row.drills), default=0) + 1
        drill: dict[str, Any] = {"number": number, "kind": kind, "facts": {}}
        if KINDS[kind].at_a_table:
            game = _table(row, number)
            drill |= {"game": game.pk, "players": [game.first_id, game.second_id]}
            drill |= {"facts": KINDS[kind].set_up(by, game)}
        elif Tournament.objects.filter(is_practice=False, status=Tournament.Status.RUNNING).exists():
            raise Refused(
                "A real event is being played on this computer: rehearse a power cut on another day.",
                code="real_event_runs",
            )
        drill["at"] = timezone.now().isoformat()
        row.drills = [*row.drills, drill]
        row.save(update_fields=["drills"])
        decision.record(row, after={"drill": number, "kind": kind})
    return drill


def put_drill_away(*, by: Actor, tournament: Tournament, number: int) -> None:
    """Show a drill no more; what it changed stays.  Raises Refused, NotAllowed."""
    require(by, tournament, CAN)
    with deciding_event(tournament, by=by, action=EventAction.DRILL_DROPPED) as decision:
        row = decision.event
        left = [drill for drill in row.drills if drill["number"] != number]
        if len(left) == len(row.drills):
            raise Refused("This drill is put away already.", code="no_such_drill")
        row.drills = left
        row.save(update_fields=["drills"])
        decision.record(row, before={"drill": number})


def simulate(*, by: Actor, tournament: Tournament, how_far: str) -> Job:
    """Have a worker play on with simulated results; whoever asks meanwhile gets that job.  Raises Refused, NotAllowed."""
    require(by, tournament, CAN)
    if how_far not in HOW_FAR:
        raise Refused("Play one round, into the middle of one, or to the end.", code="unknown_distance")
    with transaction.atomic():
        row = Tournament.objects.select_for_update().get(pk=tournament.pk)
        _refuse_real(row)
        if any(drill.waits for drill in drills(row)):
            raise Refused(_("A drill waits for you: handle it, or put it away, first."), code="drill_waits")
        divisions = list(row.divisions.all())
        if not any(division.planned_rounds > closed_rounds(division) for division in divisions):
            raise Refused(_("Every round is played."), code="all_played")
        last = {
            str(division.pk): division.planned_rounds if how_far == END else closed_rounds(division) + 1
            for division in divisions
        }
        args = {"last": last, "half": how_far == MIDDLE, "seed": secrets.randbits(31)}
        return _playing_on(row).first() or enqueue(REHEARSAL_JOB, tournament=row, args=args, by=by)


def closed_rounds(division: Division) -> int:
    """How many rounds have all their results."""
    return division.rounds.filter(status=Round.Status.CLOSED).count()


def _playing_on(tournament: Tournament) -> JobQuerySet:
    return Job.objects.of(tournament).of_kind(REHEARSAL_JOB).active()


def _refuse_real(tournament: Tournament) -> None:
    if not tournament.is_practice:
        raise Refused(
            _("This is a real event: copy it as a practice event, and rehearse that."), code="real_event"
        )  # fmt: skip


def _table(tournament: Tournament, number: int) -> Game:
    """A table that plays and that no drill is about."""
    taken = [drill["game"] for drill in tournament.drills if "game" in drill]
    playing = Game.objects.filter(round__division__tournament=tournament, round__status=Round.Status.PLAYING)
    games = playing.filter(second__isnull=False, presences=None).exclude(pk__in=taken).awaiting_result()
    tables = list(games.with_people().select_related("round__division__tournament").order_by("pk"))
    if not tables:
        raise Refused(
            _("No table plays that a drill could be about: play into the middle of a round first."), code="nobody_plays"
        )
    return random.Random(f"{tournament.pk}:{number}").choice(tables)
