"""The tables of a round: a result sheet in each state, and a challenge in each state."""

from typing import Any

from django.utils import timezone

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Way
from adjudication.challenges.services import slips, verdicts
from adjudication.challenges.services.slips import NewChallenge
from adjudication.models import ChallengeSlip
from results.models import Petition
from results.rulings.services.rulings import RulingFacts
from results.sheets.engine.facts import Figures
from results.sheets.models import Sheet
from results.sheets.services import corrections, entering, officials, recounts
from results.sheets.services.entering import Answer
from tdsuite.platform.access.models import Station, User
from tdsuite.tournaments.models import Game
from tests.results.sheets.desk import actor

TYPED = "Zzz zzz"


class Table:
    """One game of round 4 and what its two players do with its sheet."""

    def __init__(self, game: Game) -> None:
        assert game.second is not None
        self.game, self.one, self.two = game, actor(game.first), actor(game.second, "other phone")

    def figures(self, first: int, second: int, **more: Any) -> Figures:
        return Figures({self.one.pk: first, self.two.pk: second}, started=self.one.pk, **more)

    def enters(self, by: Any, first: int = 431, second: int = 388, **more: Any) -> Answer:
        return entering.enter_sheet(by=by, game=self.game, figures=self.figures(first, second, **more))

    def signs(self, by: Any) -> Answer:
        sheet = Sheet.objects.get(game=self.game)
        latest = sheet.versions.get(number=sheet.number)
        return entering.sign(by=by, game=self.game, version=latest.number, sha256=latest.sha256)

    def both_sign(self, first: int = 431, second: int = 388, **more: Any) -> None:
        self.enters(self.one, first, second, **more)
        self.signs(self.two)

    def proposes(self, by: Any, first: int, second: int) -> Petition:
        corrections.propose_correction(by=by, game=self.game, figures=self.figures(first, second))
        return Petition.objects.latest("pk")


def _disputed(table: Table, director: User) -> None:
    table.enters(table.one)
    table.enters(table.two, 430, 389)


def _disputed_note(table: Table, director: User) -> None:
    table.enters(table.one)
    entering.dispute(by=table.two, game=table.game, version=1, note=TYPED)


def _recount(table: Table, director: User) -> None:
    table.enters(table.one, 401, 399)
    table.enters(table.two, 402, 399)
    recounts.request_from_sheet(by=table.two, game=table.game)


def _recounted(table: Table, director: User) -> None:
    _recount(table, director)
    row = table.game.recounts.latest("pk")
    recounts.finish(by=director, recount=row, first_total=403, second_total=399, reason=TYPED)


def _signed(table: Table, director: User) -> None:
    table.both_sign(tiles_counted=True)


def _handed_in(table: Table, director: User) -> None:
    table.both_sign(400, 400)
    entering.hand_in(by=table.one, game=table.game)


def _petition(table: Table, director: User) -> None:
    _handed_in(table, director)
    table.proposes(table.one, 411, 400)


def _petition_agreed(table: Table, director: User) -> None:
    _handed_in(table, director)
    row = table.proposes(table.one, 411, 400)
    corrections.agree_correction(by=table.two, petition=row, sha256=row.sha256)


def _petition_refused(table: Table, director: User) -> None:
    _petition_agreed(table, director)
    row = Petition.objects.latest("pk")
    if row.status == Petition.Status.AGREED:
        corrections.refuse_petition(by=director, petition=row, reason=TYPED)


def _posted(table: Table, director: User) -> None:
    officials.enter_from_paper(by=director, game=table.game, figures=table.figures(431, 388), both_seen=False)


def _waived(table: Table, director: User) -> None:
    _posted(table, director)
    officials.waive_unsigned(by=director, game=table.game, reason=TYPED)


def _ruled(table: Table, director: User) -> None:
    _disputed(table, director)
    facts = RulingFacts(finding=TYPED, rule="WESPA 6.1")
    officials.rule_sheet(by=director, game=table.game, figures=table.figures(430, 389), facts=facts)


SHEETS: dict[str, Any] = {
    "empty": lambda table, director: None, "entered": lambda table, director: table.enters(table.one, 890, 388),
    "disputed": _disputed, "disputed, with a note": _disputed_note, "a recount under way": _recount,
    "recounted": _recounted, "signed": _signed, "handed in": _handed_in, "a petition": _petition,
    "a petition of both": _petition_agreed, "a petition refused": _petition_refused, "posted": _posted,
    "waived": _waived, "ruled": _ruled,
}  # fmt: skip


class Board:
    """One game of round 4 and the challenges in it; the second player challenges."""

    def __init__(self, game: Game, director: User) -> None:
        assert game.second is not None
        self.director, self.game = director, game
        self.one, self.two = actor(game.first), actor(game.second, "other phone")

    def slip(self, *words: str, by: Any = None, **more: Any) -> ChallengeSlip:
        challenge = NewChallenge(**{"challenger": self.two.pk, "words": words, "another_turn": True, **more})
        return slips.write_slip(by=by or self.two, game=self.game, challenge=challenge)

    def handed(self, *words: str, **more: Any) -> ChallengeSlip:
        row = self.slip(*words, **more)
        slips.agree(by=self.one, slip=row)
        return slips.hand_over(by=self.two, slip=row)

    def judged(self, *words: str, **more: Any) -> ChallengeSlip:
        row = self.handed(*words, **more)
        verdicts.adjudicate(by=self.director, slip=row, words=words)
        return ChallengeSlip.objects.with_people().get(pk=row.pk)


def _at_station(board: Board) -> ChallengeSlip:
    row = board.handed("axle", way=Way.STATION)
    station = Station.objects.get(tournament=board.game.round.division.tournament)
    verdicts.adjudicate(by=station, slip=ChallengeSlip.objects.with_people().get(pk=row.pk), words=("axle",))
    return row


def _not_us(board: Board) -> None:
    row = _at_station(board)
    ChallengeSlip.objects.filter(pk=row.pk).update(disputed_at=timezone.now(), disputed_by=board.one.pk)


def _another_opinion(board: Board) -> None:
    row = board.judged("axxle")
    verdicts.ask_second_opinion(by=board.one, slip=row)


def _again(board: Board) -> None:
    """One challenge after another: accepted, written anew, struck out."""
    slips.close_slip(by=board.director, slip=board.judged("axle", "brig"))
    row = slips.reissue(by=board.director, slip=board.handed("emu"), words=("emuu",))
    slips.void_slip(by=board.director, slip=row, reason=TYPED)
    board.judged("ivvy", out_play=True)


SLIPS: dict[str, Any] = {
    "written": lambda board: board.slip("jinx", "brig"),
    "agreed": lambda board: slips.agree(by=board.one, slip=board.slip("jinx", out_play=True)),
    "with the runner": lambda board: board.handed("jinx", "cwm"),
    "to the station": lambda board: board.handed("jinx", way=Way.STATION),
    "at the table": lambda board: board.slip("jinx", way=Way.TABLE),
    "of a placement": lambda board: board.slip(of=ChallengeOf.PLACEMENT, by=board.director, handed_over=True),
    "acceptable": lambda board: board.judged("axle"), "unacceptable": lambda board: board.judged("axxle"),
    "at the station": _at_station, "not us": _not_us, "another opinion": _another_opinion, "again and again": _again,
}  # fmt: skip
