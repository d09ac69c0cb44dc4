"""The account of a signed game changes by rulings alone, whatever is done by whom and in whatever order."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from rest_framework.test import APIClient

from adjudication.challenges.services.misadjudications import settle_misadjudication
from adjudication.challenges.services.slips import NewChallenge, reissue, void_slip, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip
from results.attendance.services import attendance, lateness, starts, time
from results.games.engine.entry_line import Mode
from results.games.services.keyboard import Desk, Typed, take
from results.models import Incident, StarterReport
from results.rulings.services import ejection, forfeits, incidents
from results.rulings.services.incidents import Applied, Happened
from results.rulings.services.rulings import RulingFacts
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import account_of_game, history
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import withdraw_entry
from tdsuite.tournaments.services.games import lines_on
from tests.factories import make_user
from tests.results.sheets.desk import Hall, make_hall
from tests.results.sheets.test_one_players_word import ROADS
from tests.rulebook.books import RULED

pytestmark = [pytest.mark.django_db, pytest.mark.database]
WHY = "the loser asks"
RULINGS = ("result.decided", "entry.ejected")  # with a reason
LINES_ALONE = ("game.adjusted", "incident.logged")  # a turn, or time: no points
NOT_THESE = ("a road that nobody knows", "the paper sheet, signatures seen")  # the second: both sign once more
Step = Callable[[Hall, User], Any]


def slip(hall: Hall) -> ChallengeSlip:
    return ChallengeSlip.objects.with_people().filter(acceptable__isnull=False).latest("pk")


def judged(hall: Hall, by: User, *, acceptable: bool = True) -> None:
    written = NewChallenge(hall.game().first_id, handed_over=True, agreed=True, another_turn=True)
    row = write_slip(by=by, game=hall.game(), challenge=written)
    adjudicate(by=by, slip=row, words=["AXLE", "CWM"], stated=acceptable)


def logged(kind: RemedyKind, amount: int = 0) -> Step:
    def log(hall: Hall, by: User) -> Incident:
        happened = Happened("papers", hall.game(), hall.event.entry(1), applied=Applied(kind, amount))
        return incidents.log(by=by, division=hall.division, happened=happened)

    return log


def ended(kind: str, **more: Any) -> Step:
    how = forfeits.HowItEnded(kind, "first", begun=True, margin=50, emergency=True, all_agree=True, **more)
    return lambda hall, by: forfeits.decide(by=by, game=hall.game(), ended=how, reason=WHY)


def call(method: str, what: str, **sent: Any) -> Step:
    def send(hall: Hall, by: User) -> None:
        program = APIClient()
        program.force_authenticate(by)
        address = f"/api/v1/tournaments/{hall.division.tournament.slug}/games/{hall.game().pk}/{what}/"
        getattr(program, method)(address, {"reason": WHY, **sent}, format="json")

    return send


def typed(hall: Hall, by: User) -> None:
    desk = Desk(by, history(hall.division), 1, Mode.TABLE)
    asked = take(desk, Typed("1 384 385"))
    take(desk, Typed(f"y {WHY}", asked.parked))


def corrected_start(hall: Hall, by: User) -> None:
    starts.report_starter(by=by, game=hall.game(), says=hall.event.entry(4))
    starts.settle_report(by=by, report=StarterReport.objects.get(), correct=True, ruling=WHY)


def out_of_time(hall: Hall, by: User) -> None:
    attendance.start_clock(by=by, game=hall.game(), entry=hall.event.entry(1), opponent_ready=True, reason=WHY)
    lateness.elect_forfeit(by=by, game=hall.game(), entry=hall.event.entry(1), reason=WHY)


STEPS: dict[str, Step] = {
    **{name: lambda hall, by, road=road: road(hall) for name, road in ROADS.items() if name not in NOT_THESE},
    "a slip": judged,
    "a slip upheld": lambda hall, by: judged(hall, by, acceptable=False),
    "a slip struck out": lambda hall, by: void_slip(by=by, slip=slip(hall), reason=WHY),
    "a slip reissued": lambda hall, by: reissue(by=by, slip=slip(hall), words=("CWM",)),
    "a verdict corrected": lambda hall, by: settle_misadjudication(
        by=by, slip=slip(hall), known={}, reason=WHY, correct=True
    ),
    "points off": logged(RemedyKind.POINTS, 50),
    "a turn lost": logged(RemedyKind.TURN),
    "time off": logged(RemedyKind.SECONDS, -60),
    "an incident withdrawn": lambda hall, by: incidents.withdraw(
        by=by, incident=Incident.objects.filter(withdrawn_at=None).latest("pk"), reason=WHY
    ),
    "a result by call": call("post", "result", first_score=384, second_score=385),
    "a correction by call": call("put", "result", first_score=384, second_score=385, with_lines=True, keep_lines=True),
    "a take-back by call": call("delete", "result"),
    "a forfeit by call": call(
        "put", "forfeit", absent="first", begun=True, emergency=True, first_score=400, second_score=385
    ),
    "a forfeit": ended(Game.Outcome.PENALTY),
    "time up": ended(Game.Outcome.TIME_UP, first_score=384, second_score=385),
    "void": ended(Game.Outcome.VOID),
    "adjourned": ended(Game.Outcome.ADJOURNED),
    "a typed line": typed,
    "the other starter": corrected_start,
    "extra time": lambda hall, by: time.give_time(
        by=by, game=hall.game(), entry=hall.event.entry(1), seconds=60, reason=WHY
    ),
    "out of time": out_of_time,
    "a player leaves": lambda hall, by: withdraw_entry(
        by=by, entry=hall.event.entry(1), from_round=1, reason=WHY
    ),
    "an ejection": lambda hall, by: ejection.apply(
        by=by, entry=hall.event.entry(1), case=ejection.Case(round_robin=False), reason=WHY, ruling=RulingFacts("Seen.")
    ),
}  # fmt: skip


def account(hall: Hall) -> tuple[Any, Any]:
    """The figures (written, counted, half wins and spread) by player, so that nothing turns on who started; and the lines."""
    game = hall.game()
    worked, values = account_of_game(game, lines_on(game)), (game.first_halves, game.second_halves)
    written, totals = (game.first_score, game.second_score), worked.totals or (None, None)
    people, spread = (game.first_id, game.second_id), worked.spread or (None, None)
    rows = [(game.side_of(key), key) for key in people]
    lines = [(key, line.kind, line.points) for side, key in rows for line in lines_on(game) if line.side == side]
    return (game.outcome, sorted(zip(people, written, totals, values, spread, strict=True))), sorted(lines)


@pytest.mark.parametrize("seed", [7, *(pytest.param(seed, marks=pytest.mark.full) for seed in (0, 5, 2, 4, 1, 6, 3))])
def test_wespa_5_4_1_nsa_iii_f_the_account_of_a_signed_game_changes_by_rulings_alone(seed: int) -> None:
    luck, hall = random.Random(seed), make_hall(RULED[seed % 4])
    if seed >= 4:  # lines that were there before both signed
        judged(hall, hall.director)
        logged(RemedyKind.POINTS, 5)(hall, hall.director)
    hall.both_sign(400, 385)
    if luck.random() < 0.5:
        hall.next_round_plays()
    people = [hall.director, hall.scorer, make_user("judge", tournament=hall.division.tournament, role=Role.JUDGE)]
    every, rulings = [(name, person) for name in STEPS for person in people], set()
    for steps in [[step] for step in every] + [luck.choices(every, k=4) for _ in range(12)]:
        with transaction.atomic():
            for name, person in steps:
                (figures, lines), newest = account(hall), Record.objects.latest("pk").pk
                with suppress(Refused, NotAllowed, ObjectDoesNotExist):
                    STEPS[name](hall, person)
                now = account(hall)
                if now == (figures, lines):
                    continue
                recorded = {
                    row.action: row.why for row in Record.objects.filter(pk__gt=newest, actor_id=hall.director.pk)
                }
                if now[0] != figures:
                    assert any(recorded.get(action) for action in RULINGS), (name, person, recorded)
                assert set(recorded) & {*RULINGS, *LINES_ALONE}, (name, person, recorded)
                rulings.add(name)
                break
            transaction.set_rollback(True)
    assert rulings >= {"a forfeit", "a forfeit by call", "void"}
