"""What a director asks of a division's rounds: kept with a record, obeyed by the draft, relaxed where it clashes."""

import re
from typing import Any

import pytest
from django.test import Client

from pairings.models import PairingRun, PairingSettings
from pairings.services.drafts import make_draft
from pairings.services.rules import clash_in, relax, save_settings
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_tournament, make_user
from tests.pairings.desk import url, work
from tests.results.looking import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("director")]


def asked(ask: str, one: int, two: int, number: int = 0) -> dict[str, Any]:
    return {"ask": ask, "one": one, "two": two, "round": number}


def pairs(run: PairingRun) -> list[list[int]]:
    return sorted(sorted(board.numbers) for board in run.draft_boards())


def ask(division: Division, director: User, **values: Any) -> PairingSettings:
    return save_settings(by=director, division=division, values=values)


# --- obeyed ----------------------------------------------------------------------------------------


def test_a_board_asked_for_is_played_in_its_round_only(division: Division, director: User) -> None:
    ask(division, director, boards=[asked("forced", 1, 2, 1)])
    assert [1, 2] in pairs(make_draft(by=director, division=division, number=1))
    assert [1, 2] not in pairs(make_draft(by=director, division=division, number=2))


def test_a_forbidden_board_is_not_played_in_any_round_or_in_the_one_named(division: Division, director: User) -> None:
    usual = pairs(make_draft(by=director, division=division, number=1, seed=1))
    assert [1, 5] in usual
    ask(division, director, boards=[asked("forbidden", 5, 1)])
    assert [1, 5] not in pairs(make_draft(by=director, division=division, number=1, seed=1))
    ask(division, director, boards=[asked("forbidden", 5, 1, 2)])
    assert pairs(make_draft(by=director, division=division, number=1, seed=1)) == usual


def test_a_club_stays_apart_until_a_round(division: Division, director: User) -> None:
    for entry in division.entries.filter(number__in=[1, 5]):
        entry.player.club = "Harbour"
        entry.player.save()
    ask(division, director, rules={"apart": [{"kind": "club", "until": 1, "strength": "must"}]})
    assert [1, 5] not in pairs(make_draft(by=director, division=division, number=1, seed=1))
    later = pairs(make_draft(by=director, division=division, number=2, seed=1, method="swiss"))
    ask(division, director, rules={})
    assert pairs(make_draft(by=director, division=division, number=2, seed=1, method="swiss")) == later


def test_the_cap_of_the_division_and_of_the_plan_the_stricter_counts(division: Division, director: User) -> None:
    Division.objects.filter(pk=division.pk).update(
        pairing_plan=[{"first": 1, "last": 7, "method": "swiss", "most_meetings": 1}]
    )
    ask(division, director, rules={"most_meetings": 3})
    task: Any = make_draft(by=director, division=division).inputs
    assert task["rules"]["most_meetings"] == 1


# --- kept ------------------------------------------------------------------------------------------


def test_saving_is_recorded_with_before_and_after_and_makes_drafts_stale(division: Division, director: User) -> None:
    run = make_draft(by=director, division=division)
    row = save_settings(by=director, division=division, values={"volunteers": [3]}, reason="offered at the desk")
    (record,) = Record.objects.about(row)
    assert (record.action, record.before, record.after) == (
        "pairings.rules_changed", {"volunteers": []}, {"volunteers": [3]},
    )  # fmt: skip
    assert PairingRun.objects.get(pk=run.pk).is_stale()


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"boards": [asked("forced", 1, 2)]}, "Board 1-2 is asked for without a round: write for example 1-2 round 1"),
        ({"boards": [asked("forced", 1, 2, 3), asked("forced", 2, 4, 3)]}, "player 2 is asked for on two boards"),
        ({"boards": [asked("forbidden", 1, 77)]}, "Board 1-77: there is no player 77"),
        ({"boards": [asked("forbidden", 1, 1)]}, "1-1 is no board"),
        ({"volunteers": [99]}, "There is no player 99 in Division A"),
        ({"families": [[1, 2], [2, 3]]}, "A player stands in two families"),
        ({"rules": {"bye_order": "never"}}, "These rules cannot be read"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    division: Division, director: User, values: dict[str, Any], says: str
) -> None:
    with pytest.raises(Refused, match=says):
        ask(division, director, **values)
    assert PairingSettings.objects.count() == 0


def test_only_a_director_asks_and_relaxes(division: Division) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        ask(division, scorer, volunteers=[1])
    with pytest.raises(NotAllowed):
        relax(by=scorer, division=division, number=1)


# --- clashes ---------------------------------------------------------------------------------------


def clashing(director: User) -> Division:
    """Four players of whom 1 may meet nobody but 2, and 2 is to meet 3."""
    small = make_division(make_tournament("small"), players=4, rounds=3)
    boards = [asked("forced", 2, 3, 1), asked("forbidden", 1, 4), asked("forbidden", 1, 3)]
    return ask(small, make_user("keeper", tournament=small.tournament), boards=boards).division


def test_a_clash_names_the_rules_and_the_smallest_change(director: User) -> None:
    clash = clash_in(clashing(director), 1)
    assert clash is not None
    assert set(clash.rules) == {"board 2-3", "1 and 4 kept apart"}
    assert len(clash.relaxations) == 1


def test_one_press_grants_the_smallest_change_in_this_round_only(director: User) -> None:
    division = clashing(director)
    keeper = User.objects.get(username="keeper")
    with pytest.raises(Refused, match="The smallest change"):
        make_draft(by=keeper, division=division)
    relax(by=keeper, division=division, number=1)
    assert clash_in(division, 1) is None
    assert len(pairs(make_draft(by=keeper, division=division, number=1))) == 2
    row = PairingSettings.objects.get(division=division)
    assert {board["round"] for board in row.boards if board["ask"] == "exempt"} <= {1}
    assert Record.objects.about(row).filter(action="pairings.rules_relaxed").count() == 1
    with pytest.raises(Refused, match="Nothing clashes in round 1 any more"):
        relax(by=keeper, division=division, number=1)


# --- pages -----------------------------------------------------------------------------------------


def form(**values: str) -> dict[str, str]:
    kinds = dict.fromkeys(("club", "family", "team", "country", "classes"), "off")
    return {**kinds, "bye_order": "bottom_up", **values}


def test_the_page_keeps_what_was_typed_and_shows_it_again(division: Division, client: Client) -> None:
    typed = form(
        forced="1 2 round 3", forbidden="3-4\n5 6 in round 2", families="1, 2", volunteers="7 8", club="avoid",
        club_until="4", no_bye_above="2", most_meetings="2",
    )  # fmt: skip
    assert client.post(url(division, "rules"), typed).status_code == 302
    row = PairingSettings.objects.get()
    assert row.boards == [asked("forced", 1, 2, 3), asked("forbidden", 3, 4), asked("forbidden", 5, 6, 2)]
    assert (row.families, row.volunteers) == ([[1, 2]], [7, 8])
    assert row.rules["apart"] == [{"kind": "club", "until": 4, "strength": "avoid"}]
    page = client.get(url(division, "rules")).content.decode()
    shown = re.findall(r'name="forbidden_(\w+)"\s+value="([^"]*)"', page)
    names = {entry.number: f"{entry.number} {entry.player}" for entry in division.entries.select_related("player")}
    kept = [("one", names[3]), ("two", names[4]), ("round", ""), ("one", names[5]), ("two", names[6]), ("round", "2")]
    assert shown == [*kept, *[("one", ""), ("two", ""), ("round", "")] * 2]
    assert 'value="7, 8"' in page
    assert client.post(url(division, "rules"), typed).status_code == 302
    assert Record.objects.about(row).count() == 1


def test_boards_are_rows_of_players_chosen_by_name(division: Division, client: Client) -> None:
    page = client.get(url(division, "rules")).content.decode()
    name = str(division.entries.get(number=3).player)
    assert f'<option value="3 {name}">' in page
    rows = {
        "forced_one": [f"3 {name}", "", "5"], "forced_two": ["bye", "", "6 Somebody"], "forced_round": ["4", "", "4"],
        "forbidden_one": ["1"], "forbidden_two": [""], "forbidden_round": [""],
    }  # fmt: skip
    refused = client.post(url(division, "rules"), {**form(), **rows})
    assert refused.status_code == 422 and "“1”: name two players by number" in text(refused)
    assert client.post(url(division, "rules"), {**form(), **rows, "forbidden_two": ["7"]}).status_code == 302
    boards = [asked("forced", 3, 0, 4), asked("forced", 5, 6, 4), asked("forbidden", 1, 7)]
    assert PairingSettings.objects.get().boards == boards


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"forbidden": "1 2"}, "The rules are saved. Drafts made before are stale."),
        ({"reasons_public": "on"}, "The rules are saved."),
        ({}, "The rules are saved."),
    ],
)
def test_drafts_are_called_stale_only_where_a_round_is_asked_for_something_else(
    division: Division, client: Client, typed: dict[str, str], says: str
) -> None:
    client.post(url(division, "rules"), form())
    client.get(url(division, "rules"))
    response = client.post(url(division, "rules"), form(**typed), follow=True)
    assert [str(one) for one in response.context["messages"]] == [says]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"forbidden": "ann bob"}, "“ann bob”: name two players by number, and a round."),
        ({"volunteers": "ann"}, "Write players' numbers"),
        ({"forced": "1 2"}, "is asked for without a round"),
    ],
)
def test_what_cannot_be_read_is_shown_where_it_was_typed(
    division: Division, client: Client, typed: dict[str, str], says: str
) -> None:
    response = client.post(url(division, "rules"), form(**typed))
    assert response.status_code == 422
    assert says in text(response)


@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_clash_offers_the_smallest_change_by_one_button(client: Client, director: User) -> None:
    division = clashing(director)
    client.force_login(User.objects.get(username="keeper"))
    client.post(url(division, "pair", 1), {"method": ""})
    work()
    page = text(client.get(url(division, "round", 1)))
    assert "These rules cannot all be kept" in page
    assert "Allow this in round 1, and pair" in page
    assert client.post(url(division, "relax", 1))["Location"] == url(division, "round", 1)
    work()
    page = text(client.get(url(division, "round", 1)))
    assert "Round 1: draft" in page and "cannot all be kept" not in page


def test_a_request_that_contradicts_itself_is_said_on_the_page(
    division: Division, director: User, client: Client
) -> None:
    ask(division, director, boards=[asked("forced", 1, 2, 1), asked("forbidden", 1, 2)])
    client.post(url(division, "pair", 1), {"method": ""})
    work()
    assert "1-2 is both asked for and forbidden" in text(client.get(url(division, "round", 1)))


@pytest.mark.parametrize(
    ("players", "byes", "says"),
    [
        (9, [2, 5], ["A third bye was needed: 9 players less 2 is odd."]),
        (10, [2], ["A second bye was needed: 10 players less 1 is odd."]), (9, [2], []), (8, [2, 5], []),
    ],
)  # fmt: skip
def test_a_bye_needed_beside_those_asked_for_is_said(director: User, players: int, byes: list[int], says: list[str]):
    division = make_division(director.memberships.get().tournament, code="odd", name="Odd", players=players, rounds=3)
    ask(division, director, boards=[asked("forced", number, 0, 1) for number in byes])
    for method in ("swiss", "random", "king_of_the_hill"):
        assert make_draft(by=director, division=division, number=1, method=method).warnings == says
