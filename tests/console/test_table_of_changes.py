"""docs/pairing-desk.md, What follows: its table of kinds of change against kinds of consequence, each cell played."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from pairings.models import PairingRun
from pairings.services import drafts, planning, publishing, rules
from results.games.services import outcomes
from results.models import Prize
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.services import ejection, late_entry, rulings
from results.sheets.engine.facts import Figures
from results.sheets.services import entering
from tdsuite.console.division_moves import move_players
from tdsuite.console.leaving import settle_all
from tdsuite.console.walk_in import walk_in
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.engine.consequences import Kind
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services import entries, rounds
from tdsuite.tournaments.services.consequences import what_follows
from tdsuite.tournaments.services.games import GameOutcome
from tests.factories import make_division, make_played_event, make_round
from tests.platform.audit.event_of_luck import BY, WHY

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).resolve().parents[2] / "docs" / "pairing-desk.md"
SHORT = {kind: str(kind).capitalize() for kind in Kind}
LATE = {"plays_from": 6, "reason": WHY}


class Hall:
    """Eight players: two rounds are played, the third is being played, the fourth is published, the fifth is a draft."""

    def __init__(self) -> None:
        division = make_played_event(players=8, played=2, rounds=6, slug="hall")
        make_round(division, 3, status=Round.Status.PLAYING)
        make_round(division, 4)
        make_division(division.tournament, players=3, rounds=6, code="b")
        self.event, self.pk = division.tournament, division.pk
        drafts.make_draft(by=BY, division=self.division, number=5, seed=1)
        Prize.objects.create(division=division, title="First", basis="place", money=5000)
        for report, number in (("standings", 2), ("pairings-by-table", 4)):
            Job.objects.create(
                tournament=self.event, kind="printing.render", subject_type=Division._meta.label_lower,
                subject_id=str(division.pk), args={"report": report, "options": {"round": number}},
                queue=Job.Queue.PRINTING, status=Job.Status.DONE, started_at=timezone.now(), finished_at=timezone.now(),
            )  # fmt: skip

    @property
    def division(self) -> Division:
        return Division.objects.select_related("tournament").get(pk=self.pk)

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("player", "division__tournament").get(division=self.pk, number=number)

    def round(self, number: int) -> Round:
        return Round.objects.select_related("division__tournament").get(division=self.pk, number=number)

    def game(self, number: int) -> Game:
        """The first table of a round."""
        games = Game.objects.of_division(self.division).in_round(number).with_people()
        return games.select_related("round__division__tournament").by_board()[0]

    def leaves(self) -> None:
        entries.withdraw_entry(by=BY, entry=self.entry(3), from_round=4, reason=WHY)

    def ejected(self) -> None:
        facts = rulings.RulingFacts(finding="So it was.", rule="6.2.1")
        case = ejection.Case(EjectionCause.GRAVEST, 3)
        ejection.apply(by=BY, entry=self.entry(3), case=case, ruling=facts, reason=WHY)

    def corrected(self) -> None:
        turned = GameOutcome("played", 600, 100)
        outcomes.correct_result(by=BY, game=self.game(1), outcome=turned, reason=WHY, with_lines=False)

    def is_changed(self, **values: object) -> None:
        entries.update_entry(by=BY, entry=self.entry(3), values=values, reason=WHY)

    def joins(self) -> None:
        entry = entries.add_entry(by=BY, division=self.division, values={"name": "Wanda Walker"})
        late_entry.enter_late(by=BY, entry=entry, **LATE)

    def walks_in(self) -> None:
        walk_in(
            by=BY,
            division=self.division,
            values={"name": "Wanda Walker"},
            plays_from=4,
            worth=late_entry.MissedRounds(),
        )

    def waits_to_play(self) -> None:
        self.joins()
        drafts.discard_run(by=BY, run=PairingRun.objects.drafts().get(division=self.pk))

    def moves(self) -> None:
        other = self.event.divisions.get(code="b")
        move_players(by=BY, division=self.division, players=[self.entry(9)], to=other, reason=WHY)

    def disputes(self) -> None:
        game = self.game(3)
        first, second = (
            PlayerActor(entry.pk, self.event.pk, self.pk, Means.PIN) for entry in (game.first, game.second)
        )
        entering.enter_sheet(by=first, game=game, figures=Figures({game.first_id: 400, game.second_id or 0: 380}))
        version = game.sheet.versions.latest("number")
        entering.dispute(by=second, game=game, version=version.number, note="Not so")


CHANGES: dict[str, tuple[Callable[[Hall], object] | None, Callable[[Hall], object]]] = {  # before it, and the change
    "withdrawal": (None, Hall.leaves),
    "back again": (Hall.leaves, lambda hall: entries.withdraw_entry(by=BY, entry=hall.entry(3), from_round=None, reason=WHY)),
    "boards settled": (Hall.leaves, lambda hall: settle_all(by=BY, division=hall.division, reason=WHY)),
    "ejection": (None, Hall.ejected),
    "walk-in": (None, Hall.walks_in),
    "late entry": (None, Hall.joins),
    "other division": (Hall.waits_to_play, Hall.moves),
    "name": (None, lambda hall: hall.is_changed(name="Zoe Other")),
    "rating": (None, lambda hall: hall.is_changed(rating=2100)),
    "result corrected": (None, Hall.corrected),
    "result taken back": (None, lambda hall: outcomes.withdraw_result(by=BY, game=hall.game(2), reason=WHY)),
    "result": (None, lambda hall: outcomes.record_result(by=BY, game=hall.game(3), first_score=400, second_score=380)),
    "sheet disputed": (None, Hall.disputes),
    "unpublish": (None, lambda hall: publishing.unpublish_round(by=BY, round=hall.round(4), reason=WHY)),
    "start undone": (None, lambda hall: rounds.undo_start(by=BY, round=hall.round(3), reason=WHY)),
    "plan": (None, lambda hall: planning.override_round(by=BY, division=hall.division, number=5, values={"method": "king_of_the_hill"})),
    "pairing rules": (None, lambda hall: rules.save_settings(by=BY, division=hall.division, values={"volunteers": [1]})),
}  # fmt: skip


def table() -> dict[str, set[str]]:
    """The document's table: of each kind of change the headings under which it has a mark."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    heads = next(row for row in cells if row[0] == "Change")
    rows = [row for row in cells if len(row) == len(heads) and row[0] != "Change" and not row[0].startswith("-")]
    return {row[0]: {head for head, mark in zip(heads[1:], row[1:], strict=True) if mark} for row in rows}


@pytest.mark.parametrize("change", CHANGES)
def test_each_cell_of_the_table_of_changes_and_consequences(change: str) -> None:
    hall, (first, decide) = Hall(), CHANGES[change]
    if first:
        first(hall)
    _done, rows = what_follows(hall.event, lambda: decide(hall))
    assert {SHORT[row.kind] for row in rows} == table()[change]


def test_the_table_has_every_change_and_every_kind() -> None:
    assert list(table()) == list(CHANGES)
    assert set.union(*table().values()) == {SHORT[kind] for kind in Kind}
