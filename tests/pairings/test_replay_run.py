"""manage.py replay_run: a stored run made again from its own inputs."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from pairings.models import PairingRun
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.rules import save_settings
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.services.erasure import erase_player
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db


def drafted(players: int = 7, **facts: Any) -> PairingRun:
    return make_draft(by=COMMAND_LINE, division=make_division(make_tournament(), players=players, rounds=7), **facts)


def said(run: PairingRun, *options: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("replay_run", str(run.pk), *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize("method", ["swiss", "round_robin", "random", "king_of_the_hill", "chew", "quads"])
def test_a_stored_run_is_made_again_board_by_board(method: str) -> None:
    run = drafted(8, method=method)
    assert said(run)[1] == f"Run {run.pk}: all {len(run.boards)} boards made again.\n"


def test_a_run_is_made_again_after_a_player_was_erased_and_names_no_club_or_team_of_theirs() -> None:
    division = make_division(make_tournament(), players=8, rounds=7)
    for entry in division.entries.select_related("player"):
        entry.player.club, entry.player.country, entry.team = (
            f"Harbour {entry.number % 3}",
            "NZL",
            f"Gulls {entry.number % 2}",
        )
        entry.player.save()
        entry.save()
    apart = [{"kind": kind, "until": 0, "strength": "avoid"} for kind in ("club", "team")]
    save_settings(by=COMMAND_LINE, division=division, values={"rules": {"apart": apart}})
    run = make_draft(by=COMMAND_LINE, division=division)
    erase_player(by=COMMAND_LINE, player=division.entries.get(number=1).player)
    kept = str(PairingRun.objects.values().get())
    assert not [word for word in ("Harbour", "Gulls", "NZL") if word in kept]
    assert said(run)[1] == f"Run {run.pk}: all {len(run.boards)} boards made again.\n"


def test_boards_that_the_director_swapped_are_told_and_not_compared() -> None:
    run = drafted(8)
    one, two = [board.first for board in run.draft_boards()][:2]
    run = swap_in_draft(by=COMMAND_LINE, run=run, number=1, player=one, other=two)
    assert said(run)[1] == f"Run {run.pk}: all 2 boards made again; 2 changed by the director and not compared.\n"


def test_a_run_whose_boards_were_tampered_with_exits_1_and_names_them() -> None:
    run = drafted(8)
    run.boards[0]["second"], run.boards[1]["second"] = run.boards[1]["second"], run.boards[0]["second"]
    run.save()
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError, match="4 differences") as refused:
        call_command("replay_run", str(run.pk), "--json", stdout=out, stderr=err)
    assert refused.value.returncode == 1
    answer = json.loads(out.getvalue())
    assert (answer["same"], len(answer["differences"])) == (False, 4)
    assert "stored, not made again" in err.getvalue()


def test_a_run_of_another_engine_says_so() -> None:
    run = drafted(8)
    PairingRun.objects.filter(pk=run.pk).update(engine_version="0")
    assert said(run)[1].startswith("Made by engine 0; this is engine ")


def test_a_run_without_its_inputs_exits_1() -> None:
    run = drafted(8)
    PairingRun.objects.filter(pk=run.pk).update(inputs={})
    with pytest.raises(CommandError, match="does not hold what it was made from: KeyError"):
        said(run)


def test_a_run_that_does_not_exist_exits_1() -> None:
    with pytest.raises(CommandError, match="There is no pairing run 4711"):
        call_command("replay_run", "4711")
