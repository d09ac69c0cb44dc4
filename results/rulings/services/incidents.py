"""The incident log: what went wrong, against whom, what was done about it. Penalties with a number go to the score.

Texts are for officials alone. An incident is never deleted: a mistaken one is withdrawn, and its penalty with it.
Rules: WESPA 6.1-6.4, NSA Guidelines 1-34; see docs/rulebook/conduct.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from results.games.services.outcomes import side_named
from results.rulings.actions import RulingAction
from results.rulings.engine.clock_readings import clock_text
from results.rulings.engine.procedures import procedure
from results.rulings.models import Incident, IncidentText, Ruling
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.incidents import RemedyKind, To, UnknownIncident, incident_type
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.outcomes import Reporting
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.games import ScoreLine, add_line, add_spread, check_points, owned_game, remove_line
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning, lines_change, may_change, score_before
from .rulings import refuse_other_division

SECONDS_LIMIT = 3600
BY_THE_BOOK = 0  # the level that the rulebook's procedure gives
REPORT_BY_THE_BOOK = "book"
ELSEWHERE = {
    RemedyKind.FORFEIT: "A forfeit is recorded as how the game ended, so that its margin follows: do that next.",
    RemedyKind.EJECTION: "An ejection has a page of its own, which shows first what it changes: do that next.",
}
WARNS = {
    RemedyKind.UNOFFICIAL_WARNING: Incident.Warned.UNOFFICIAL,
    RemedyKind.OFFICIAL_WARNING: Incident.Warned.OFFICIAL,
}


@dataclass(frozen=True, slots=True)
class Applied:
    """A remedy put into effect.

    amount: signed points or seconds, 0 for a warning or a lost turn; points and spread of an incident are taken off,
    whatever the sign.
    """

    kind: RemedyKind
    amount: int = 0
    rule: str = ""
    to: To = To.OFFENDER  # whose score, clock or spread it is

    def __post_init__(self) -> None:
        if self.kind in (RemedyKind.POINTS, RemedyKind.SPREAD):
            object.__setattr__(self, "amount", -abs(self.amount))


@dataclass(frozen=True, slots=True)
class Happened:
    """One incident.

    level: BY_THE_BOOK = as the rulebook's procedure says, None = no offence, as leaving with permission (WESPA 4.2).
    report_to: a Ruling.ReportTo; REPORT_BY_THE_BOOK = whom the rulebook names, if it must be told.
    meaning: what was said of a result that is there before its points come.
    """

    kind: str  # a key of incident_types.TYPES
    game: Game | None = None
    entry: Entry | None = None  # who is at fault, None = nobody
    other: Entry | None = None  # who was wronged
    round_number: int | None = None
    level: int | None = BY_THE_BOOK
    text: str = ""  # private
    applied: Applied | None = None
    report_to: str = REPORT_BY_THE_BOOK
    meaning: ScoreMeaning = NOT_GIVEN


def log(*, by: Actor, division: Division, happened: Happened) -> Incident:
    """Write an incident down; with a remedy, also put that into effect, in one transaction. Raises Refused, NotAllowed.

    Any helper of the event may log; a remedy is the director's. Points for a game that has its result: as `meaning` says
    (ScoreThere). What both signed stays without a finding (WESPA 5.4.1; NSA III.F): the incident is logged alone.
    """
    tournament = division.tournament
    require(by, tournament, Can.HELP)
    if happened.applied is not None:
        require(by, tournament, Can.RULE)
    moves = happened.applied is not None and happened.applied.kind in (RemedyKind.POINTS, RemedyKind.SPREAD)
    with deciding(division, by=by, action=RulingAction.INCIDENT_LOGGED, changes_state=moves) as decision:
        owned = decision.division
        level, rule = _check(owned, happened)
        incident = Incident.objects.create(
            division=owned,
            game=happened.game,
            entry=happened.entry,
            other=happened.other,
            round_number=_round_of(happened),
            kind=happened.kind,
            level=level,
            rule=rule[:60],
            report_to=_addressee(owned, happened.kind, level, happened.report_to),
            logged_at=timezone.now(),
        )
        if happened.text.strip():
            IncidentText.objects.create(incident=incident, text=happened.text.strip())
        if happened.applied is not None:
            _apply(incident, happened, happened.applied, by)
        decision.record(incident, after=facts_of(incident), reason=happened.meaning.finding)
    return incident


def facts_of(incident: Incident) -> dict[str, Any]:
    """What the record keeps of an incident: everything but the words."""
    return {
        "kind": incident.kind, "game": incident.game_id, "entry": incident.entry_id, "other": incident.other_id,
        "round": incident.round_number, "level": incident.level, "rule": incident.rule, "warning": incident.warning,
        "penalty": incident.penalty, "report_to": incident.report_to,
    }  # fmt: skip


def reporting(book: Rulebook, kind: str, level: int | None) -> tuple[Provision[Reporting], bool]:
    """What the book says of reporting an incident of this level, and whether a report is due without being asked for."""
    reports = book.results.reports
    if level == 1:
        return reports.gravest, reports.gravest.value.must
    if level == 2:
        return reports.lesser, reports.lesser.value.must
    return reports.incidents, procedure(kind, book).report


def _addressee(division: Division, kind: str, level: int | None, chosen: str) -> str:
    """To whom an incident is reported. Raises Refused where the book leaves no choice (WESPA 6.2.4(b))."""
    provision, due = reporting(division.book_in_force, kind, level)
    usual = str(provision.value.to[0]) if due and provision.value.to else str(Ruling.ReportTo.NOBODY)
    if chosen == REPORT_BY_THE_BOOK:
        return usual
    if chosen not in Ruling.ReportTo.values:
        raise Refused("Say to whom it is reported: one of those listed, or nobody.", code="unknown_addressee")
    if provision.value.must and chosen == Ruling.ReportTo.NOBODY:
        raise Refused(
            f"This is reported to {Ruling.ReportTo(usual).label} ({provision.rule}).", code="must_be_reported"
        )
    return chosen


def _check(division: Division, happened: Happened) -> tuple[int | None, str]:
    """Refused where it cannot have been so; the level and rule it is logged with."""
    try:
        kind = incident_type(happened.kind)
    except UnknownIncident as unknown:
        raise Refused(str(unknown), code="unknown_incident") from unknown
    prescribed = procedure(happened.kind, division.book_in_force)
    if happened.game is None and happened.entry is None:
        raise Refused("Name the game or the player it is about.", code="game_or_player_needed")
    refuse_other_division(division, happened.game, happened.entry, happened.other)
    for person in (happened.entry, happened.other):
        if person is not None and happened.game is not None:
            side_named(happened.game, person)
    if happened.entry is not None and happened.entry == happened.other:
        raise Refused("The player at fault and the player wronged are two people.", code="same_person_twice")
    book = division.book_in_force
    if happened.level and prescribed.level is None and not book.results.offence_levels.value:
        raise Refused(f"{book.name} has no offence levels.", code="no_offence_levels")
    if happened.level not in (BY_THE_BOOK, None, 1, 2, 3):
        raise Refused("Levels run from 1, the gravest, to 3.", code="unknown_level")
    if kind.at_fault and happened.entry is None and happened.applied is not None:
        raise Refused("Name the player at fault before anything is applied.", code="player_needed")
    return prescribed.level if happened.level == BY_THE_BOOK else happened.level, prescribed.rule


@dataclass(frozen=True, slots=True)
class Effect:
    """What a remedy will do, before it is done.  before, after: the counted score of the game, None where it has none."""

    kind: RemedyKind
    player: str
    amount: int
    before: int | None = None
    after: int | None = None


def foresee(happened: Happened) -> Effect | None:
    """What logging this will change for whom; None where nothing is applied or nobody is named."""
    applied = happened.applied
    if applied is None:
        return None
    whom = happened.entry if applied.to is To.OFFENDER else happened.other
    counted = (RemedyKind.POINTS, RemedyKind.SPREAD, RemedyKind.SECONDS)
    if whom is None or (applied.kind in counted and not applied.amount):
        return None
    before, change = None, applied.amount
    if applied.kind is RemedyKind.POINTS and happened.game is not None:
        game = happened.game
        final = history(game.round.division).final_score(game)
        before = final.first if side_named(game, whom) == GameAdjustment.Side.FIRST else final.second
        score = score_before(game)
        if score is not None and (happened.meaning.included or (score.signed and not happened.meaning.finding)):
            change = 0
    return Effect(applied.kind, str(whom.player), applied.amount, before, None if before is None else before + change)


def game_of(entry: Entry | None, round_number: int | None) -> Game | None:
    """The game that a player has in a round, where both are known: what an incident without a game is about."""
    if entry is None or round_number is None:
        return None
    games = Game.objects.with_people().filter(round__division_id=entry.division_id, round__number=round_number)
    return games.of_player(entry).first()


def _round_of(happened: Happened) -> int | None:
    return happened.game.round.number if happened.game is not None else happened.round_number


def _apply(incident: Incident, happened: Happened, applied: Applied, by: Actor) -> None:
    """Put the remedy into effect and note it on the incident."""
    if applied.kind in ELSEWHERE:
        raise Refused(ELSEWHERE[applied.kind], code="decided_elsewhere")
    whom = happened.entry if applied.to is To.OFFENDER else happened.other
    if whom is None:
        raise Refused(
            "The remedy is for the opponent: say who was at fault, and in which round it was.", code="player_needed"
        )
    if applied.kind in WARNS:
        incident.warning = WARNS[applied.kind]
        incident.penalty = str(incident.get_warning_display())
    elif applied.kind is RemedyKind.SPREAD:
        number = _round_of(happened)
        if number is None:
            raise Refused("Say in which round the spread changes.", code="round_needed")
        public_reason = f"ruling ({applied.rule})" if applied.rule else "ruling"
        incident.spread = add_spread(
            whom, round_number=number, points=applied.amount, rule=applied.rule[:60], reason=public_reason
        )
        incident.penalty = f"{applied.amount:+d} spread for {whom.player}"
    else:
        incident.adjustment = _adjustment(incident, happened, applied, whom, by)
        what = {
            RemedyKind.POINTS: f"{applied.amount:+d} points",
            RemedyKind.SECONDS: f"{'-' if applied.amount < 0 else '+'}{clock_text(abs(applied.amount))} on the clock",
            RemedyKind.TURN: "turn lost",
        }[applied.kind]
        incident.penalty = f"{what} for {whom.player}{'' if incident.adjustment else '; the signed score stays'}"
    incident.penalty = incident.penalty[:200]
    incident.save()


def _adjustment(
    incident: Incident, happened: Happened, applied: Applied, whom: Entry, by: Actor
) -> GameAdjustment | None:
    """The line of the remedy; None where both players signed the score, and no finding changes it."""
    if happened.game is None:
        raise Refused("Points, time and a lost turn belong to a game: say in which round it was.", code="round_needed")
    points = applied.amount if applied.kind is RemedyKind.POINTS else 0
    seconds = applied.amount if applied.kind is RemedyKind.SECONDS else 0
    check_points(points)
    if abs(seconds) > SECONDS_LIMIT or (applied.kind is not RemedyKind.TURN and not applied.amount):
        raise Refused("Give the points, or the seconds, of the remedy.", code="amount_needed")
    game = owned_game(incident.division, happened.game)
    side, kind = side_named(game, whom), f"conduct:{happened.kind}"[:30]
    line = ScoreLine(side, kind, points, seconds, applied.kind is RemedyKind.TURN, applied.rule[:60])
    if not _reaches(game, points, happened.meaning):
        return None
    with lines_change(game, happened.meaning, road=Road.INCIDENT):
        return add_line(game, line, source=f"incident:{incident.pk}", road=Road.INCIDENT, ruled_by=by.pk)


def _reaches(game: Game, points: int, meaning: ScoreMeaning) -> bool:
    """Whether the score of the game may change by these points. Raises ScoreThere where that was not said."""
    score = score_before(game) if points else None
    return score is None or may_change(score, meaning)


def withdraw(*, by: Actor, incident: Incident, reason: str, meaning: ScoreMeaning = NOT_GIVEN) -> Incident:
    """Take a mistaken incident back: it no longer counts, and its penalty is undone. It stays in the log.

    Points come back to a game that has its result as they come off in `log`: as `meaning` says, and never unasked.
    """
    require(by, incident.division.tournament, Can.RULE)
    require_reason(reason, "Say why this incident is withdrawn.")
    with deciding(incident.division, by=by, action=RulingAction.INCIDENT_WITHDRAWN, reason=reason) as decision:
        row = Incident.objects.select_related("adjustment", "spread").get(pk=incident.pk)
        if row.withdrawn_at is not None:
            raise Refused("This incident was withdrawn already.", code="incident_withdrawn")
        before = facts_of(row)
        adjustment, spread = row.adjustment, row.spread
        game = owned_game(decision.division, adjustment.game) if adjustment else None
        goes = adjustment if adjustment and game and _reaches(game, adjustment.points, meaning) else None
        row.withdrawn_at, row.adjustment, row.spread = timezone.now(), None if goes else adjustment, None
        row.save()
        if goes and game:
            with lines_change(game, meaning, road=Road.INCIDENT):
                remove_line(goes, road=Road.INCIDENT)
        if spread is not None:
            spread.delete()
        decision.record(row, before=before, reason=f"{reason} {meaning.finding}".strip())
    return row


def erase_text(*, by: Actor, incident: Incident, reason: str) -> None:
    """Erase the words of an incident; that it happened, and what was done, stays."""
    require(by, incident.division.tournament, Can.RULE)
    require_reason(reason, "Say why these words are erased.")
    with deciding(incident.division, by=by, action=RulingAction.INCIDENT_TEXT_ERASED, reason=reason) as decision:
        IncidentText.objects.filter(incident=incident).delete()
        decision.record(incident)


def warnings_of(entry: Entry) -> str:
    """ "1 official, 2 unofficial": warnings of the player in this event; withdrawn incidents do not count."""
    warnings = list(Incident.objects.warned().filter(entry=entry).values_list("warning", flat=True))
    return ", ".join(
        f"{warnings.count(kind)} {kind}" for kind in (Incident.Warned.OFFICIAL, Incident.Warned.UNOFFICIAL)
    )


def log_of(tournament: Tournament) -> Sequence[Incident]:
    """Everything logged in an event, newest first, with people and words."""
    related = ("division", "entry__player", "other__player", "game__round", "text", "game__first__player")
    return list(
        Incident.objects.filter(division__tournament=tournament).select_related(*related).order_by("-logged_at", "-pk")
    )
