"""The roads of officials: attendance, leaving, sheets, petitions, recounts, appeals, boards; and lines by themselves."""

from datetime import date, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import DivisionLexicon
from results.attendance.services.attendance import start_clock
from results.models import Appeal, Petition, Recount, Ruling
from results.rulings.services import incidents, rulings
from results.rulings.services.incidents import Applied, Happened
from tdsuite.tournaments.engine.account import AccountLine
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import line_of
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tests.adjudication.challenges.cases import GOOD, lexicon
from tests.results.looking import field, text
from tests.results.roads.drivers import (
    Typed,
    correction_fields,
    looked_and_saved,
    players_sheet,
    sheet_fields,
    sheet_url,
    taken,
)
from tests.results.roads.hall import REASON, Board, with_lines
from tests.results.roads.situations import BOTH, Ending, Kind


def attendance(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """A player's time has expired, or neither came: the buttons of the table's page."""
    game, hall = board.game, board.hall
    if ending.offender == BOTH:
        return looked_and_saved(hall.desk, hall.url("both", board.key), {"reason": REASON})
    entry = game.first if ending.offender == "first" else hall.entry(game.second_id or 0)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    started = {"started_at": an_hour_ago - timedelta(minutes=10), "status": Round.Status.PLAYING}
    Round.objects.filter(pk=game.round_id, started_at=None).update(**started)
    game = board.game
    start_clock(by=hall.director, game=game, entry=entry, at=an_hour_ago, opponent_ready=True, reason=REASON)
    return looked_and_saved(hall.desk, hall.url("expire", board.key, entry.number), {"reason": REASON})


def leaving(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """One player, or both, leave the event before the game begins, and the boards that are left are settled."""
    game, hall = board.game, board.hall
    Round.objects.filter(pk=game.round_id, started_at=None).update(started_at=timezone.now(), status="playing")
    people = [game.first, hall.entry(game.second_id or 0)]
    leavers = {"first": people[:1], "second": people[1:], BOTH: people}[ending.offender]

    def press(name: str, entry: Entry, **sent: Any) -> None:
        taken(hall.desk.post(reverse(f"console:{name}", args=[hall.slug, hall.division.code, entry.number]), sent))

    for entry in leavers:
        press("entry_withdraw", entry, **{"out-from_round": 1, "out-reason": REASON})
    press("entry_settle", leavers[0])
    for entry in leavers:
        press("entry_put_back", entry, reason="back for the next situation")
    return ""


def sheet_ruling(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    sent = sheet_fields(board, ending, typed, board.hall.desk.get(board.hall.url("table", board.key)))
    sent |= {"finding": "The two cards were compared.", "ground": "ruling"}
    return looked_and_saved(board.hall.desk, board.hall.url("sheet_rule", board.key), sent)


def petition(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """Both signed other scores; one player proposes these, the other agrees, and where the book asks the director accepts."""
    players_sheet(board, Ending("signed", Kind.PLAYED, Kind.PLAYED), (typed[0] - 10, typed[1] - 3), False)
    game, hall = board.game, board.hall
    one, other = hall.phone(game.first_id), hall.phone(game.second_id or 0)
    page = one.get(sheet_url(board))
    taken(one.post(sheet_url(board, "sheet_correct"), sheet_fields(board, ending, typed, page)), 302)
    row = Petition.objects.get(sheet__game=game)
    shown = agreed(board, other, row)
    row.refresh_from_db()
    if row.status == Petition.Status.AGREED:
        taken(hall.desk.post(hall.url("petition_accept", board.key, row.pk)), 302)
    return shown


def agreed(board: Board, client: Client, row: Petition) -> str:
    page = client.get(sheet_url(board))
    sent = {"sha256": field(page, "sha256"), "key": field(page, "key")}
    taken(client.post(sheet_url(board, "sheet_agree", row.pk), sent), 302)
    return text(page)


def recount(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """The totals found, with every line in."""
    game, hall = board.game, board.hall
    taken(hall.desk.post(hall.url("recount", board.key), {"asked_by": game.first_id, "both_take_part": "on"}), 302)
    row = Recount.objects.get(game=game)
    sent = {"first_total": typed[0], "second_total": typed[1], "reason": REASON, "finish": "1"}
    return looked_and_saved(hall.desk, hall.url("recounted", board.key, row.pk), sent)


def appeal(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """An appeal against a ruling on the game was upheld, and its result is amended."""
    hall, game, today = board.hall, board.game, date.today()
    ruling = rulings.make_ruling(
        by=hall.director, division=hall.division, facts=rulings.RulingFacts("A play was disallowed.", adverse=True),
        subject=Ruling.Subject.SCORE, game=game, entry=game.first,
    )  # fmt: skip
    row = rulings.lodge_appeal(by=hall.director, ruling=ruling, entry=game.first, grounds="It stood.", on=today)
    rulings.decide_appeal(by=hall.director, appeal=row, result=Appeal.Result.UPHELD, on=today)
    sent = correction_fields(board, ending, typed, within)
    return looked_and_saved(hall.desk, hall.url("amend", board.key, row.pk), sent)


def board_change(board: Board, ending: Ending, typed: Typed, within: bool) -> str:
    """One of the two gets the event's bye; the other is left without a board, and the lines go."""
    slug, code = board.hall.slug, board.hall.division.code
    sent = {"bye-entry": board.game.first_id, "bye-reason": REASON, "bye-drop_results": "on"}
    sent |= {name.removeprefix("bye-"): value for name, value in sent.items()}
    taken(board.hall.desk.post(reverse("console:board_bye", args=[slug, code, board.key]), sent), 302)
    return ""


# ── lines by themselves ──────────────────────────────────────────────────────────────────────────────────────


def incident(board: Board, side: str, points: int) -> None:
    """Points off for an incident (WESPA 6.3.3(b)(iii)); only ever off."""
    game, hall = board.game, board.hall
    entry = game.first if side == "first" else hall.entry(game.second_id or 0)
    applied = Applied(RemedyKind.POINTS, abs(points), rule="a ruling")
    meaning = ScoreMeaning(included=False)
    happened = Happened("overdraw", game=game, entry=entry, applied=applied, meaning=meaning)
    row = incidents.log(by=hall.director, division=hall.division, happened=happened)
    board.add(AccountLine(side, "conduct:overdraw", -abs(points), source=f"incident:{row.pk}"))


def challenge(board: Board, side: str, points: int) -> None:
    """Good words challenged; what they cost is the rulebook's, whatever `points`."""
    game, hall = board.game, board.hall
    if not DivisionLexicon.objects.filter(division=hall.division).exists():
        DivisionLexicon.objects.create(division=hall.division, lexicon=lexicon(f"Words of {hall.slug}"))
    Round.objects.filter(pk=game.round_id, status=Round.Status.PUBLISHED).update(status=Round.Status.PLAYING)
    game = board.game
    challenger = game.first_id if side == "first" else game.second_id or 0
    words = GOOD[:3]
    written = NewChallenge(challenger=challenger, words=words, handed_over=True, agreed=True, another_turn=True)
    slip = write_slip(by=hall.director, game=game, challenge=written)
    adjudicate(by=hall.director, slip=slip, words=words, meaning=ScoreMeaning(included=False))
    rows = Game.objects.get(pk=game.pk).adjustments.filter(source__startswith="challenge:").order_by("pk")
    others = [line for line in board.facts.lines if not line.source.startswith("challenge:")]
    board.facts = with_lines(
        board.facts, [*others, *map(line_of, rows)]
    )  # what each costs is tested with the word judge
