"""Drafts, boards and imported rounds judged by the rules of the division: findings are shown, and block nothing."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from pairings.services.boards import dissolve, seat, swap_players
from pairings.services.checking import draft_findings, imported_findings, round_findings
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.engine_tasks import SoFar, pairing_task, plan_line
from pairings.services.publishing import publish_run
from pairings.services.round_boards import boards_of_round
from pairings.services.rules import save_settings
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import preview
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.tournaments.engine.account import Account
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import History, history
from tests.factories import make_division, make_played_event, make_round, make_tournament

pytestmark = pytest.mark.django_db
FORBIDDEN = {"boards": [{"ask": "forbidden", "one": 1, "two": 2, "round": 0}]}


def found(findings: object) -> list[tuple[str, str]]:
    return [(finding.rule, finding.message) for finding in findings]  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", ["swiss", "king_of_the_hill", "round_robin", "random"])
def test_the_engines_own_drafts_keep_every_rule(division: Division, director: User, method: str) -> None:
    assert draft_findings(make_draft(by=director, division=division, method=method, seed=3)) == []


def test_a_draft_changed_by_hand_is_judged_and_published_all_the_same(
    division: Division, director: User, client: Client
) -> None:
    make_round(division, 1, status="closed", results=4, pairs=[(1, 2), (3, 4), (5, 6), (7, 8)])
    run = make_draft(by=director, division=division, number=2, seed=3)
    opponent = next(board for board in run.draft_boards() if 1 in board.numbers)
    other = opponent.second if opponent.first == 1 else opponent.first
    run = swap_in_draft(by=director, run=run, number=2, player=2, other=other or 0)
    assert ("repeats", "1 repeats where 0 would do.") in found(draft_findings(run)) or (
        "repeats", "2 repeats where 0 would do.",
    ) in found(draft_findings(run))  # fmt: skip
    page = client.get(reverse("pairings:round", args=[division.tournament.slug, "a", 2])).content.decode()
    assert 'data-rule="repeats"' in page and "where 0 would do." in page
    api = APIClient()
    api.force_authenticate(director)
    draft = api.get(f"/api/v1/tournaments/{division.tournament.slug}/divisions/a/drafts/{run.pk}/").json()
    assert [finding["rule"] for finding in draft["findings"]] == ["repeats"]
    (row,) = publish_run(by=director, run=run)
    assert row.is_published


def test_a_list_by_hand_is_judged_by_the_rules_of_the_division(division: Division, director: User) -> None:
    save_settings(by=director, division=division, values=FORBIDDEN)
    from pairings.engine.model import ManualBoard

    boards = tuple(ManualBoard(first, first + 1) for first in (1, 3, 5, 7))
    run = make_draft(by=director, division=division, method="manual", manual=boards, seed=1)
    assert any("1 and 2 do not meet" in warning for warning in run.warnings)
    assert draft_findings(run) == []  # the list's own warnings say it already


def test_published_boards_changed_by_hand_are_judged(division: Division, director: User, client: Client) -> None:
    save_settings(by=director, division=division, values=FORBIDDEN)
    publish_run(by=director, run=make_draft(by=director, division=division, seed=3))
    row = Round.objects.select_related("division__tournament").get(number=1)
    assert round_findings(row, boards_of_round(row)) == []
    games = {number: game for game in Game.objects.with_people() for number in (game.first.number, game.second.number)}
    two = division.entries.get(number=2)
    other = games[1].second if games[1].first.number == 1 else games[1].first
    swap_players(by=director, game=games[1], entry=other, other_game=games[2], other_entry=two, reason="asked for")
    assert found(round_findings(row, boards_of_round(row))) == [
        ("forbidden", "The director asked that 1 and 2 do not meet.")
    ]
    page = client.get(reverse("pairings:why", args=[division.tournament.slug, "a", 1])).content.decode()
    assert "Boards not to be played:" in page


def test_a_player_left_without_a_board_is_found(division: Division, director: User) -> None:
    publish_run(by=director, run=make_draft(by=director, division=division, seed=3))
    row = Round.objects.select_related("division__tournament").get(number=1)
    game = Game.objects.with_people().filter(first__number=1).first() or Game.objects.with_people().get(
        second__number=1
    )
    left = sorted((game.first.number, game.second.number))
    dissolve(by=director, game=game, reason="both late")
    assert found(round_findings(row, boards_of_round(row))) == [("left_out", f"On no board: {left[0]}, {left[1]}.")]
    seat(by=director, round=row, entry=division.entries.get(number=left[0]), opponent=None, reason="late")
    assert [rule for rule, _ in found(round_findings(row, boards_of_round(row)))] == ["left_out"]


def test_imported_rounds_are_judged_and_the_report_names_rule_and_round(director: User) -> None:
    event = make_tournament("sent")
    sent = make_division(event, players=4, rounds=3)
    save_settings(by=COMMAND_LINE, division=sent, values=FORBIDDEN)
    make_round(sent, 1, status="closed", results=2, pairs=[(1, 2), (3, 4)])
    data = preview(by=COMMAND_LINE, tournament=event, key="json").data
    back, notes = import_tournament(by=COMMAND_LINE, slug="back", files=[SourceFile("event.json", data)])
    expected = f"{back.divisions.get()}, round 1: The director asked that 1 and 2 do not meet."
    assert [(note.field, note.message) for note in notes if note.field == "forbidden"] == [("forbidden", expected)]
    assert [(number, finding.rule) for number, finding in imported_findings(back.divisions.get())] == [(1, "forbidden")]
    assert json.loads(data)["name"] == back.name


class CountedHistory(History):
    """A division that counts how often it is asked for the account of a game."""

    asked = 0

    def account(self, game: Game) -> Account:
        CountedHistory.asked += 1
        return super().account(game)


def test_rounds_asked_for_in_their_order_bring_what_each_alone_does_and_read_each_game_twice() -> None:
    """So the checks of an imported event take as long for a game of its last round as for one of its first."""
    division = make_played_event(players=7, played=6, rounds=6)
    Game.objects.filter(round__number=2, board=1).update(
        outcome="forfeit", first_halves=2, first_spread=50, second_halves=0, second_spread=-50
    )
    Game.objects.filter(round__number=3, board=2).update(starts_by="draw")
    line, alone = plan_line(division, 1, "swiss"), history(division)
    played = CountedHistory(alone.division, alone.entries, alone.games, alone.lines, alone.spread_adjustments)
    so_far = SoFar(played, played.standings_by_round(6))
    for number in range(1, 8):
        task, _ = pairing_task(alone, number, line=line, seed=0)
        assert pairing_task(played, number, line=line, seed=0, so_far=so_far)[0] == task
    assert len(task.contestants[0].opponents) == 6
    assert CountedHistory.asked == 2 * len(played.games)
