"""A kept history says what a fresh one says, after any decisions and in any order, and is read once a version."""

import random
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from pairings.services import boards
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.attendance.services.attendance import arrive, start_clock
from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from results.prizes.services.event_end import division_end
from results.prizes.services.statistics import facts_of
from results.ratings.services import OPTION
from results.rulings.services.late_entry import enter_late
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.live import known_versions, services
from tdsuite.public.reads import boards_of
from tdsuite.public.tables import cross_table, wall_chart
from tdsuite.tournaments import kept_histories
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.kept_histories import KeptHistory, kept_history
from tdsuite.tournaments.models import Division, Game, GameAdjustment, Round, SpreadAdjustment
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.entries import add_entry, update_entry, withdraw_entry
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.events import update_division, update_tournament
from tdsuite.tournaments.services.rounds import start_round
from tests.factories import make_division, make_played_event, make_round, make_tournament, play
from tests.platform.access.signing import signed_in

pytestmark = pytest.mark.django_db
STEPS = 18
RUNNING = re.compile(r'data-(left|next)="[^"]*"|-?\d+:\d\d')  # clocks of who is late
LATE = {"name": "Late Lyle", "rating": 900}


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(known_versions.process, "serves", True)
    kept_histories.forget()
    yield
    kept_histories.forget()


def read(division: Division) -> History:
    """As a page does: the version, then the division with its history."""
    version = services.versions(division.live_topic)[division.live_topic]
    return kept_history(division.pk, version)


def row_facts(row: Any) -> dict[str, Any]:
    fields = {field.attname for field in row._meta.concrete_fields} - {"state_version"}  # which no page shows
    return {name: getattr(row, name) for name in fields}


def facts(said: History) -> dict[str, Any]:
    """Everything that a page can be made of."""
    last = said.last_round
    return {
        "division": row_facts(said.division) | row_facts(said.division.tournament),
        "entries": [row_facts(entry) | row_facts(entry.player) for entry in said.entries],
        "rounds": [row_facts(row) for row in said.rounds],
        "games": [
            (row_facts(game), row_facts(game.round), said.account(game), said.final_score(game), game.first.player.name)
            for game in said.games
        ],
        "seconds": [game.second.player.name for game in said.games if game.second_id],
        "own": {entry.number: [game.pk for game in said.games_of(entry)] for entry in said.entries},
        "lines": dict(said.lines),
        "adjustments": said.spread_adjustments,
        "sides": said.sides,
        "last": last,
        "tables": said.standings_by_round(),
        "now": said.standings(),
        "starts": said.start_records(),
        "numbers": {game.round_id: said.round_numbers[game.round_id] for game in said.games},
        # parts, which are handed on from one history to the next
        "statistics": facts_of(said, rating_system="naspa"),
        "end": division_end(said),
        "boards": [boards_of(said, row) for row in said.rounds],
        "chart": wall_chart(said, [row.number for row in said.rounds], said.by_number),
        "met": cross_table(said) if last else (),
    }


def pages(division: Division) -> list[str]:
    """What a stranger and two players see."""
    names = ("standings", "pairings", "wall", "wall_chart", "cross_table", "statistics", "ratings")
    event = division.tournament.slug
    addresses = [reverse(f"public:{name}", args=[event, division.code]) for name in names]
    addresses.append(reverse("public:player", args=[event, division.code, 2]))
    addresses.append(reverse("public:event", args=[event]))
    shown = [Client().get(address, headers={"HX-Request": "true"}).content for address in addresses]
    for number in (1, 2):
        phone = signed_in(Client(), division.entries.select_related("division__tournament").get(number=number))
        own = reverse("results:me", args=[division.tournament.slug])
        shown.append(phone.get(own, headers={"HX-Request": "true"}).content)
    return [RUNNING.sub("", page.decode()) for page in shown]


class Event:
    """An event of nine players to which decisions happen by chance."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        options = {OPTION: "wespa-2020"} | ({"tie_breaks": ["opponents_wins", "spread"]} if seed % 2 else {})
        event = make_tournament(f"kept-{seed}")
        self.division = make_division(event, players=9, rounds=5, standings_options=options)

    def game(self, **of: Any) -> Game:
        games = Game.objects.of_division(self.division).filter(second__isnull=False, **of)
        return self.luck.choice(list(games.select_related("first", "second", "round__division__tournament")))

    def entry(self) -> Any:
        return self.luck.choice(list(self.division.entries.select_related("player", "division__tournament")))

    def decisions(self) -> list[Callable[[], Any]]:
        luck, by, division = self.luck, COMMAND_LINE, self.division
        reason = {"reason": "said so"}
        return [
            *[self.result] * 6,
            self.publish,
            self.publish,
            lambda: start_round(by=by, round=luck.choice(list(division.rounds.all()))),
            lambda: correct_result(
                by=by, game=self.game(outcome="played"), outcome=played(400, 390 - luck.randrange(90)), **reason
            ),
            lambda: withdraw_result(by=by, game=self.game(outcome="played"), **reason),
            lambda: boards.swap_tables(by=by, game=self.game(outcome=""), other=self.game(outcome=""), **reason),
            lambda: boards.set_starter(by=by, game=(game := self.game(outcome="")), starter=game.second, **reason),
            lambda: boards.turn_into_bye(by=by, game=(game := self.game(outcome="")), entry=game.first, **reason),
            lambda: boards.dissolve(by=by, game=self.game(outcome=""), **reason),
            lambda: withdraw_entry(by=by, entry=self.entry(), from_round=luck.randint(2, 5), **reason),
            lambda: enter_late(by=by, entry=add_entry(by=by, division=division, values=LATE), plays_from=3, **reason),
            lambda: update_entry(by=by, entry=self.entry(), values={"name": f"Known {luck.random()}", "rating": 1234}),
            lambda: update_division(
                by=by, division=division, values={"spread_caps": [luck.randint(50, 300)]}, **reason
            ),
            lambda: update_tournament(by=by, tournament=division.tournament, values={"venue": f"Hall {luck.random()}"}),
            lambda: erase_player(by=by, player=self.entry().player),
            self.adjust,
            self.penalty,
            self.late,
        ]

    def result(self) -> None:
        game = self.game(outcome="")
        record_result(by=COMMAND_LINE, game=game, first_score=self.luck.randint(300, 500), second_score=400)

    def publish(self) -> None:
        publish_run(by=COMMAND_LINE, run=make_draft(by=COMMAND_LINE, division=self.division, seed=1), reason="go on")

    def adjust(self) -> None:
        with deciding(self.division, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED) as decision:
            row = SpreadAdjustment.objects.create(entry=self.entry(), round_number=1, points=-20, rule="7")
            decision.record(decision.division, after={"points": row.points})

    def penalty(self) -> None:
        with deciding(self.division, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED) as decision:
            GameAdjustment.objects.create(game=self.game(), side="first", kind="challenge", points=-10)
            decision.record(decision.division)

    def late(self) -> None:
        game = self.game(outcome="", round__status="playing")
        arrive(by=COMMAND_LINE, game=game, entry=game.first)
        start_clock(by=COMMAND_LINE, game=game, entry=game.second, reason="late")

    def happens(self) -> bool:
        """One decision, if it can be taken."""
        try:
            with transaction.atomic():
                self.luck.choice(self.decisions())()
        except (Refused, IndexError, ValueError):  # IndexError: there is no such game yet
            return False
        return True


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 5))])
def test_after_any_decisions_the_kept_history_and_every_page_made_of_it_are_as_if_read_anew(
    seed: int, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    event = Event(seed)
    taken = 0
    event.publish()
    while taken < STEPS:
        with django_capture_on_commit_callbacks(execute=True):
            happened = event.happens()
        taken += happened
        division = Division.objects.select_related("tournament").get(pk=event.division.pk)
        kept = read(division)
        assert isinstance(kept, KeptHistory) and facts(kept) == facts(history(division))
        if happened and taken % 6 == 0:
            shown = pages(division)
            monkeypatch.setattr(known_versions.process, "serves", False)
            assert shown == pages(division)
            monkeypatch.setattr(known_versions.process, "serves", True)


def test_a_version_is_read_once(django_assert_num_queries: Any) -> None:
    division = make_played_event(players=8, played=3)
    make_round(division, 4, status=Round.Status.PLAYING)
    first = read(division)
    with django_assert_num_queries(1):  # the version
        assert read(division) is first
    result(division)
    second = read(division)
    assert next((game.board, game.first_score) for game in second.games if game.round.number == 4) == (1, 431)


def result(division: Division) -> None:
    with transaction.atomic():
        play(Game.objects.of_division(division).with_people().awaiting_result().first(), 431, 388)
        services.bump(division.live_topic)


def test_what_was_read_while_a_decision_came_is_shown_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    division = make_played_event(players=4, played=2)
    make_round(division, 3, status=Round.Status.PLAYING)

    def overtaken(asked: Division) -> History:
        whole = history(asked)
        result(division)
        return whole

    with monkeypatch.context() as patched:
        patched.setattr(kept_histories, "history", overtaken)
        half = read(division)
    assert read(division) is not half
    assert facts(read(division)) == facts(history(division))


def test_many_pages_work_out_tables_of_the_same_history_at_once() -> None:
    said = read(make_played_event(rounds=3))
    said.tables.update(dict.fromkeys(range(1_000, 50_000), ()))  # a look at them takes many turns of the other thread
    done, usual = threading.Event(), sys.getswitchinterval()

    def others() -> None:
        while not done.is_set():
            for number in range(50_000, 60_000):
                said.tables[number] = ()
            for number in range(50_000, 60_000):
                del said.tables[number]

    thread = threading.Thread(target=others)
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        for _ in range(20):
            said.tables.pop(2, None)
            assert [row.number for row in said.standings(2)] == [
                row.number for row in history(said.division).standings(2)
            ]
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(usual)


def test_outside_of_a_server_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_versions.process, "serves", False)
    division = make_played_event(players=4, played=1)
    assert not isinstance(read(division), KeptHistory)
    Game.objects.update(first_score=777)
    assert read(division).games[0].first_score == 777


def test_a_kept_division_is_read_when_there_is_news_of_it_and_no_other(django_assert_num_queries: Any) -> None:
    event = make_tournament()
    kept, other = (make_division(event, players=4, code=code) for code in "ab")
    for division in (kept, other):
        make_round(division, 1, status=Round.Status.PLAYING)
    read(kept)
    for division in (kept, other):
        result(division)
        known_versions.new_version(division.live_topic, 1)
    for topic in ("clocks:1", "division:x", "division:"):  # a stream may name any topic
        known_versions.new_version(topic, 1)
    with django_assert_num_queries(1):  # the version
        assert read(kept).games[0].first_score == 431
    assert other.pk not in kept_histories._newest
    gone = make_division(event, players=0, code="c")
    topic = gone.live_topic
    read(gone), gone.delete()
    known_versions.new_version(topic, 1)


def test_only_so_many_divisions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_histories, "MOST", 2)
    event = make_tournament()
    divisions = [make_division(event, players=2, code=code) for code in "abc"]
    first = [read(division) for division in divisions]
    assert [read(division) is kept for division, kept in zip(divisions[1:], first[1:], strict=True)] == [True, True]
    assert read(divisions[0]) is not first[0]
