"""The Round board: which rounds it shows, its rows and chips, who sits nowhere, the next step, and what a script gets."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from pairings.services.drafts import make_draft
from results.attendance.services.attendance import mark
from results.games.services.outcomes import record_result
from results.sheets.services import entering
from tdsuite.console.board.next_step import Do, next_press, next_steps
from tdsuite.console.board.reads import board
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.public.reads import published_rounds
from tdsuite.tournaments.models import Division, Game, Presence, Round
from tdsuite.tournaments.services.entries import update_entry
from tests.factories import make_division, make_played_event, make_round
from tests.results.looking import text
from tests.results.prizes.pages import client_of as log_in
from tests.results.sheets.desk import make_hall

pytestmark = pytest.mark.django_db
ADDRESS = "/console/lakeside-open/round/"
PART = {"HX-Request": "true"}


@pytest.fixture
def two() -> tuple[Division, Division]:
    """Division a plays round 4 with a result of four; division b has no round yet."""
    division = make_played_event(players=8, played=3)
    make_round(division, 4, status=Round.Status.PLAYING, results=1)
    return division, make_division(division.tournament, players=5, rounds=5, code="b")


def sections(division: Division, **asked: Any) -> list[tuple[str, int, int, bool]]:
    rows = board(division.tournament, **asked).sections
    return [(row.division.code, row.number, len(row.rows), row.is_published) for row in rows]


def test_every_division_shows_the_round_it_plays(two):
    assert sections(two[0]) == [("a", 4, 4, True), ("b", 1, 0, False)]
    assert sections(two[0], code="b") == [("b", 1, 0, False)]
    assert sections(two[0], number=2) == [("a", 2, 4, True), ("b", 2, 0, False)]


def test_a_draft_is_shown_once_the_round_before_is_over(two):
    make_draft(by=COMMAND_LINE, division=two[1], number=1)
    section = board(two[1].tournament, code="b").sections[0]
    assert [(len(row.seats), row.cells) for row in section.rows] == [(2, ()), (2, ())]
    assert [aside.why for aside in section.asides] == ["bye"]
    row = make_round(two[1], 1, status=Round.Status.PLAYING)
    make_draft(by=COMMAND_LINE, division=two[1], number=2, method="round_robin")
    assert sections(two[1], code="b") == [("b", 1, 2, True)]  # its results come first
    for game in row.games.filter(second__isnull=False):
        record_result(by=COMMAND_LINE, game=game, first_score=400, second_score=300)
    assert sections(two[1], code="b") == [("b", 2, 2, False)]


def test_a_round_still_played_beside_a_later_one_is_named(two):
    make_round(two[0], 5, status=Round.Status.PLAYING)
    section = board(two[0].tournament, code="a").sections[0]
    assert (section.number, section.earlier) == (5, {4: ["2", "3", "4"]})


def test_a_disputed_table_without_a_result_is_missing_everywhere_and_the_chips_count_the_rows():
    hall = make_hall()
    hall.differ()
    now = board(hall.division.tournament)
    counts = {kind: count for kind, _label, count in now.chips}
    assert (counts["disputed"], now.results + counts["missing"]) == (1, len(now.rows))
    (section,), table = now.sections, hall.game().table
    assert table in section.to_go and len(section.to_go) == published_rounds(section.history)[0].missing
    press_now = next_press(next_steps(now))
    assert f"{table} (disputed)" in press_now.why and press_now.divisions[0].says == f"{len(section.to_go)} to go"
    entering.enter_sheet(by=hall.player(1), game=hall.game(), figures=hall.figures(), confirmed="")
    page = log_in(hall.division).get(f"/console/{hall.division.tournament.slug}/round/").content.decode()
    for kind, _label, count in board(hall.division.tournament).chips:
        assert len(re.findall(rf'data-is="[^"]*\b{kind}\b', page)) == count, kind


def test_somebody_who_is_away_makes_the_row_red_and_once_there_is_a_result_it_is_quiet(two):
    game = Game.objects.get(round__division=two[0], round__number=4, board=2)
    Presence.objects.create(
        entry=game.first, game=game, round_number=4, status=Presence.Status.ABSENT, said_at=timezone.now()
    )
    row = board(two[0].tournament, code="a").rows[1]
    assert (row.tone, dict(row.cells)["here"].word) == ("late", "1 of 2")
    record_result(by=COMMAND_LINE, game=game, first_score=400, second_score=300)
    row = board(two[0].tournament, code="a").rows[1]
    assert (row.tone, dict(row.cells)["here"].word, dict(row.cells)["result"].word) == ("", "both here", "400–300")


def test_who_sits_at_no_table_stands_beside_with_the_reason(two):
    make_round(two[1], 1, pairs=[(1, 2)])
    update_entry(by=COMMAND_LINE, entry=two[1].entries.get(number=4), values={"absences": [1]})
    section = board(two[1].tournament, code="b").sections[0]
    reasons = {aside.entry.number: (aside.why, aside.place) for aside in section.asides}
    assert reasons == {3: ("has no table", True), 4: ("sits this round out", False), 5: ("has no table", True)}


def test_the_figures_of_one_phone_stand_in_the_row_with_who_entered_them_and_do_not_count():
    hall = make_hall()
    hall.enters(4, 388, 431)
    row, name = board(hall.division.tournament).rows[0], str(hall.division.entries.get(number=4).player)
    page = text(log_in(hall.division).get(f"/console/{hall.division.tournament.slug}/round/"))
    assert f"388–431 does not count: entered by {name}" in page and "missing" in row.kinds


def test_the_next_step_is_one_press_over_all_divisions_that_can(two):
    press = next_press(next_steps(board(two[0].tournament)))
    assert (press.label, [step.division.code for step in press.chosen]) == ("Pair round 1", ["b"])
    assert [step.says for step in press.divisions] == ["3 to go", "not paired"]
    make_draft(by=COMMAND_LINE, division=two[1], number=1)
    assert next_press(next_steps(board(two[0].tournament))).label == "Publish round 1"


def test_a_press_that_is_not_possible_says_why(two):
    Division.objects.filter(pk=two[1].pk).delete()
    press = next_press(next_steps(board(two[0].tournament)))
    assert (press.do, press.chosen, press.why) == (Do.PAIR, [], "Tables 2, 3, 4 have no result yet.")
    page = log_in(two[0]).get(ADDRESS)
    assert press.is_listed and 'muted visually-hidden" id="step-why"' in page.content.decode()  # the head names them
    assert 'aria-disabled="true" aria-describedby="step-why"' in re.sub(r"\s+", " ", page.content.decode())


def test_a_draft_that_has_to_be_looked_at_is_a_press_away(two):
    make_draft(by=COMMAND_LINE, division=two[1], number=1)
    left = {"withdrawn_from": 1}
    update_entry(by=COMMAND_LINE, entry=two[1].entries.get(number=5), values=left, reason="ill")
    page = log_in(two[0]).get(ADDRESS).content.decode()
    assert re.search(r'look at it first\.\s*<a\s+href="/console/lakeside-open/b/round/1/"\s*>Look at the draft', page)


def test_ticked_divisions_alone_are_published_and_started(two):
    run = make_draft(by=COMMAND_LINE, division=two[1], number=1)
    client = log_in(two[1])
    client.post(f"{ADDRESS}publish/", {"draft": run.pk})
    assert not two[1].rounds.filter(status=Round.Status.PUBLISHED).exists()  # none was ticked
    client.post(f"{ADDRESS}publish/", {"division": "b", "draft": run.pk})
    assert two[1].rounds.get(number=1).status == Round.Status.PUBLISHED
    client.post(f"{ADDRESS}start/", {"division": "b"})
    assert two[1].rounds.get(number=1).status == Round.Status.PLAYING


def test_a_draft_that_did_not_stand_on_the_page_is_not_published(two):
    make_draft(by=COMMAND_LINE, division=two[1], number=1)
    log_in(two[1]).post(f"{ADDRESS}publish/", {"division": "b", "draft": "9999"})
    assert not two[1].rounds.filter(status=Round.Status.PUBLISHED).exists()


@pytest.mark.parametrize(
    ("role", "types", "steps_on"),
    [(Role.DIRECTOR, True, True), (Role.SCORER, True, False), (Role.READER, False, False), (Role.JUDGE, False, False)],
)
def test_what_a_role_may_not_do_is_not_drawn(two, role, types, steps_on):
    page = log_in(two[0], role).get(ADDRESS).content.decode()
    assert ('id="line-form"' in page, ADDRESS + "pair/" in page) == (types, steps_on)


def have(page: str) -> dict[str, str]:
    digests = re.findall(r'data-digest="(\w+)"', page)
    return {"have": ".".join(digests), "shape": re.search(r'data-shape="(\w+)"', page)[1]}  # type: ignore[index]


def test_a_script_gets_the_rows_that_changed_and_all_of_them_where_other_tables_stand(two):
    client = log_in(two[0])
    there = have(client.get(ADDRESS).content.decode())
    game = Game.objects.get(round__division=two[0], round__number=4, board=3)
    assert "<tr" not in client.get(ADDRESS, there, headers=PART).content.decode()
    record_result(by=COMMAND_LINE, game=game, first_score=400, second_score=300)
    part = client.get(ADDRESS, there, headers=PART).content.decode()
    assert re.findall(r'<tr[^>]* id="([\w-]+)"', re.sub(r"\s+", " ", part)) == [f"table-{game.pk}"]
    assert "data-whole" not in part
    make_round(two[1], 1)
    assert "data-whole" in client.get(ADDRESS, there, headers=PART).content.decode()


# --- the line across divisions -----------------------------------------------------------------------


def types(client: Client, line: str, whose: str = "a", **more: Any) -> Any:
    return client.post(f"{ADDRESS}line/", {"line": line, "whose": whose, **more}, headers=PART)


def played(division: Division) -> list[int]:
    return sorted(Game.objects.filter(round__division=division, outcome="played").values_list("board", flat=True))


@pytest.fixture
def both(two) -> tuple[Client, Division, Division]:
    """Two divisions that play: a in round 4 with table 1 done, b in round 1 at tables 1 and 2."""
    make_round(two[1], 1, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING)
    return log_in(two[0]), *two


def test_a_round_that_is_shown_is_started_while_a_table_of_the_one_before_plays(both):
    client, a, _b = both
    row = make_round(a, 5)
    sent = {"division": "a", "anyway": "1"}
    for more, status in (({}, Round.Status.PUBLISHED), ({"round": "5"}, Round.Status.PLAYING)):
        client.post(f"{ADDRESS}start/", sent | more)
        row.refresh_from_db()
        assert row.status == status
    assert 'name="round" value="5"' in client.get(ADDRESS, {"round": "5"}).content.decode()


def test_the_button_that_starts_counts_who_still_plays_and_starts_all_the_same(both):
    client, a, _b = both
    make_round(a, 5)
    page = client.get(ADDRESS, {"round": "5"})
    assert 'name="anyway" value="1"' in page.content.decode()
    assert "Start round 5 although 6 players are not there" in text(page)


def test_tshs_own_word_before_a_result_is_no_name_and_a_draft_takes_no_results():
    division = make_played_event(players=8, played=3)
    make_round(division, 4)
    client, game = log_in(division), Game.objects.get(round__number=4, board=2)
    types(client, f"a {game.first.number} 431 388")
    game.refresh_from_db()
    assert (game.first_score, game.second_score) == (431, 388)
    for line in ("3 400 390", "no ada"):
        assert "No board of this round is published yet" in text(types(client, line, round="5")), line


def test_a_letter_before_the_number_means_that_division(both):
    client, _a, b = both
    assert "now 1-0 +10" in text(types(client, "b3 400 390"))
    assert played(b) == [2]
    assert "Numbers are now those of" in text(types(client, "b"))


def test_a_name_is_looked_for_in_every_division_and_one_in_several_is_listed(both):
    client, _a, b = both
    name = str(b.entries.get(number=1).player)
    types(client, f"{name} 400 390")
    assert played(b) == [1]
    doubled = types(client, "t1 400 390")
    assert doubled.status_code == 422 and "type its letter first, such as a t1 400 390" in text(doubled)
    assert "Already entered" in text(types(client, "b t1 400 390"))


def test_a_number_or_a_name_alone_opens_the_table(both):
    client, _a, b = both
    game = Game.objects.get(round__division=b, board=2)
    assert f'data-opens="/console/lakeside-open/b/table/{game.pk}/"' in types(client, "b 4").content.decode()
    plain = client.post(f"{ADDRESS}line/", {"line": "4", "whose": "b"})
    assert plain["Location"] == f"/console/lakeside-open/b/table/{game.pk}/"


def test_questions_of_two_divisions_wait_beside_each_other_and_go_back_with_their_letter(both):
    client, _a, b = both
    first = re.findall(r'name="parked" value="([^"]*)"', types(client, "b1 901 390").content.decode())
    game = Game.objects.get(round__division=both[1], round__number=4, board=2)
    waiting = types(client, f"{game.first.number} 902 390", parked=first).content.decode()
    questions = re.findall(r'name="parked" value="([^"]*)"', waiting)
    assert [question.split(" ")[0] for question in questions] == ["b", "a"]
    assert "scored 901, over 850?" in waiting and "scored 902, over 850?" in waiting
    for line in (
        "99 400 390",
        "here 1",
        "b",
        "1",
    ):  # refused, of presence, a letter, a table: the questions stay as they are
        assert "scored 901, over 850?" in types(client, line, parked=questions).content.decode(), line
    back = types(client, "1 n", parked=questions)
    assert 'data-line="b 1 901 390"' in back.content.decode()
    types(client, "2 y", parked=questions)
    assert (played(b), 2 in played(both[1])) == ([], True)


def test_u_takes_back_the_line_that_was_saved_last_in_whichever_division(both):
    client, _a, b = both
    types(client, "b1 400 390")
    types(client, "b3 410 390")
    game = Game.objects.get(round__division=both[1], round__number=4, board=2)
    types(client, f"{game.first.number} 420 390")
    types(client, "u")
    game.refresh_from_db()
    assert (game.outcome, played(b)) == ("", [1, 2])
    types(client, "u")
    assert played(b) == [1]


def test_here_late_and_no_say_of_a_player_at_a_table_whether_they_are_there(both):
    client, a, b = both
    game = Game.objects.get(round__division=b, board=2)
    a.rounds.filter(number=4).update(started_at=timezone.now())
    b.rounds.update(started_at=timezone.now())
    name = str(game.first.player)
    absent = types(client, f"no {name}")
    assert "is not here" in text(absent)
    forfeit = unescape(re.findall(r'data-opens="([^"]*)"', absent.content.decode())[0])
    assert "wins by" in text(client.get(forfeit, headers=PART))
    out = types(client, f"out {name}").content.decode()
    assert f'data-opens="/console/{b.tournament.slug}/b/roster/{game.first.number}/#out"' in out
    assert "is late: the clock runs" in text(types(client, "late b4"))
    row = board(b.tournament, code="b").rows[1]
    assert (row.tone, dict(row.cells)["clock"].mark) == ("late", "◷")
    assert "is here" in text(types(client, "here 4", whose="b"))
    assert types(client, "here nobody").status_code == 422
    assert set(Presence.objects.filter(game=game).values_list("status", flat=True)) == {"absent", "here"}


def test_u_takes_back_what_was_typed_of_who_is_there_exactly_and_then_the_result_before(both):
    client, _a, b = both
    b.rounds.update(started_at=timezone.now())
    types(client, "b3 400 390")
    rows, before = Presence.objects.filter(game__round__division=b).order_by("pk"), []
    for line in ("here 2", "no 1", "late 1", "here 1"):
        before.append(list(rows.values()))
        types(client, line, whose="b")
        assert list(rows.values()) != before[-1], line
    types(client, "here 1", whose="b")  # changes nothing, as what is refused, which opens the drawer
    assert "take that back first" in text(types(client, "no 3", whose="b"))
    assert opened(client, "no 3").endswith(f"/b/table/{Game.objects.get(round__division=b, board=2).pk}/")
    while before:
        assert "Undone: Table 1:" in text(types(client, "u"))
        assert list(rows.values()) == before.pop()
    types(client, "u")
    assert played(b) == []


def test_u_leaves_what_was_said_since_of_who_is_there(both):
    client, _a, b = both
    types(client, "no 1", whose="b")
    mark(
        by=COMMAND_LINE,
        game=Game.objects.get(round__division=b, board=1),
        entry=b.entries.get(number=2),
        status="absent",
    )
    refused = types(client, "u")
    assert refused.status_code == 422 and "Table 1 changed since" in text(refused)
    assert Presence.objects.filter(game__round__division=b, status="absent").count() == 2


def test_a_number_or_a_name_alone_opens_the_board_of_a_draft(two):
    a, b = two
    b.entries.filter(number=5).update(withdrawn_from=1)
    make_draft(by=COMMAND_LINE, division=b, number=1, seed=1)
    client = log_in(a)
    for line in ("2", str(b.entries.get(number=2).player)):
        assert opened(client, line) == "/console/lakeside-open/b/round/1/draft/?player=2"
    assert "Which player is nobody?" in text(types(client, "nobody", whose="b"))
    assert "Now player:" in text(types(client, "h", whose="b"))
    assert "Player 5 is on no board of round 1." in text(types(client, "5", whose="b"))


def test_a_line_that_is_not_saved_leaves_the_questions_and_the_division_as_they_are(both, monkeypatch):
    client, _a, b = both
    parked = re.findall(r'name="parked" value="([^"]*)"', types(client, "b1 901 390").content.decode())

    def busy(*_: Any, **__: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("results.games.services.keyboard.record_outcome", busy)
    answer = types(client, "3 400 390", whose="b", parked=parked)
    game = Game.objects.get(round__division=b, board=1)
    assert answer.status_code == 503 and "scored 901, over 850?" in text(answer)
    assert (
        f'data-row="table-{game.pk}"' in answer.content.decode() and 'name="whose" value="b"' in answer.content.decode()
    )


# --- boards changed at the line ---------------------------------------------------------------------


def opened(client: Client, line: str, whose: str = "b") -> str:
    """The address that a line opens in the drawer; "" where it is refused."""
    (address,) = re.findall(r'data-opens="([^"]*)"', types(client, line, whose=whose).content.decode())
    return unescape(address)


def people_at(division: Division, number: int) -> dict[str, set[int]]:
    games = Game.objects.filter(round__division=division, round__number=number, board__gt=0).with_people()
    return {game.table: {game.first.number, game.second.number} for game in games if game.second}


def test_swap_shows_what_two_players_changing_places_costs_and_is_pressed_there_and_undone(both):
    client, _a, b = both
    before = people_at(b, 1)
    assert before["1"] == {1, 2} and before["2"] == {3, 4}
    drawer = client.get(opened(client, "swap 1 3"), headers=PART)
    assert "Swap opponents: what it costs" in text(drawer) and people_at(b, 1) == before
    form = drawer.content.decode().partition('aria-label="What it costs"')[2].partition("</section>")[0]
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    (press,) = re.findall(r'method="post" action="([^"]*)"', form)
    assert client.post(press, sent).status_code == 422 and people_at(b, 1) == before
    done = client.post(press, sent | {"reason": "They share a car"}, follow=True)
    assert people_at(b, 1) | {"1": {2, 3}, "2": {1, 4}} == people_at(b, 1)
    (signed,) = re.findall(r'name="boards" value="([^"]*)"', done.content.decode())
    client.post("/console/lakeside-open/b/round/1/restore/", {"boards": unescape(signed)})
    assert people_at(b, 1) == before


def test_move_shows_a_free_table_or_the_game_that_changes_its_place(both):
    client, _a, b = both
    game, other = (Game.objects.get(round__division=b, board=board) for board in (1, 2))
    assert (
        opened(client, "move 1 2") == f"/console/lakeside-open/b/table/{game.pk}/?change=swap_tables&other={other.pk}"
    )
    assert opened(client, "move b1 to Stage", whose="a").endswith("?change=move&table_name=Stage")
    assert "Table Stage:" in text(client.get(opened(client, "move 1 Stage"), headers=PART))


def test_a_swap_of_a_draft_opens_its_board_and_a_move_waits_for_the_boards(two):
    a, b = two
    make_draft(by=COMMAND_LINE, division=b, number=1, seed=1)
    client = log_in(a)
    address = opened(client, "swap 1 2")
    assert address == "/console/lakeside-open/b/round/1/draft/?player=1&other=2"
    assert "1 and 2 change places: what it costs" in text(client.get(address, headers=PART))
    assert "publish it first, then move the game" in text(types(client, "move 1 2", whose="b"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("swap 1", "Type their numbers: swap 10 12."), ("move 1", "number and a table: move 24 30."),
        ("swap 1 99", "Player 99 is on no board of round 1."), ("move 99 1", "Player 99 is on no board of round 1."),
    ],
)  # fmt: skip
def test_a_change_that_names_no_board_says_what_to_type(both, line, says):
    client, _a, _b = both
    assert says in text(types(client, line, whose="b"))


def test_a_scorer_changes_no_board_at_the_line(both):
    _client, a, _b = both
    refused = types(log_in(a, Role.SCORER), "swap 1 3", whose="b")
    assert (refused.status_code, 'data-opens=""' in refused.content.decode()) == (422, True)


def test_an_address_with_a_table_opens_it_when_the_page_comes(both):
    client, _a, b = both
    game = Game.objects.get(round__division=b, board=2)
    page = client.get(f"{ADDRESS}?division=b&table=2").content.decode()
    assert f'data-opened="/console/lakeside-open/b/table/{game.pk}/"' in page
    assert 'data-opened=""' in client.get(f"{ADDRESS}?division=b&table=99").content.decode()
