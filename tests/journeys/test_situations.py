"""Eighteen ways in which somebody leaves, comes or changes places, each by at most three presses from the Round board, and undone."""

from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from results.sheets.services.requests import ask_director
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.tournaments.models import Entry, Game, Presence
from tests.console.test_browser import opened
from tests.console.test_leaving_by_method import Event
from tests.journeys.browser import LAPTOP, served
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOARD = "/console/middle/round/"
MOST = 3
Rows = set[tuple[object, ...]]


def rows() -> list[Rows]:
    """What a decision changes, without the keys of rows that are made again."""
    seats = (
        "round__number",
        "board",
        "table_name",
        "first",
        "second",
        "starts_by",
        "outcome",
        "first_halves",
        "reason",
    )
    entries = ("pk", "division", "withdrawn_from", "absences")
    return [
        {tuple(map(str, row)) for row in model.objects.values_list(*fields)}
        for model, fields in ((Game, seats), (Entry, entries), (Presence, ("game", "entry", "status", "round_number")))
    ]


def same_as(before: list[Rows]) -> bool:
    return rows() == before


class Desk:
    """The director's page, and how often they pressed."""

    def __init__(self, page: Page, event: Event) -> None:
        self.page, self.event, self.presses, self.by_line = page, event, 0, False

    def line(self, typed: str) -> None:
        self.page.locator("#line").fill(typed)
        self.page.locator("#line").press("Enter")
        self.presses += 1

    def press(self, name: str, role: str = "button", inside: str = "body") -> None:
        self.page.locator(inside).get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.presses += 1

    def leaves(self, number: int) -> None:
        self.line(f"out {number}")
        self.page.locator("#out").get_by_label("Out from round").fill("2")
        self.page.locator("#out").get_by_label("Reason").fill("Called away")
        self.press("Withdraw", inside="#out")
        expect(self.page.locator(".messages")).to_contain_text("is withdrawn")

    def settles(self) -> None:
        self.page.goto(BOARD)
        self.press("Settle the boards of Division A as proposed")
        expect(self.page.locator("#beside .waits")).not_to_contain_text("has left")
        self.event.found_nothing()

    def takes_back(self) -> None:
        """By the button on the page, and what a line said by the line."""
        if not self.by_line:
            self.page.get_by_role("button", name="Undo", exact=True).first.click()
        elif Game.objects.filter(outcome=Game.Outcome.NO_SHOW).exists():
            self.page.locator("#drawer").get_by_role("button", name="Undo", exact=True).click()
            wait_for(lambda: not Game.objects.filter(outcome=Game.Outcome.NO_SHOW).exists())
        if self.by_line:
            self.line("u")

    def walks_in(self, later: str = "") -> None:
        self.press("Add a player", "link", "#beside")
        self.page.locator("#id_name").fill("Wanda Walker")
        if later:
            self.page.get_by_label("Only from a later round").fill(later)
        self.press("Add the player")
        expect(self.page.locator(".messages")).to_contain_text("Wanda Walker plays in")


Step = Callable[[Desk], object]


def swiss(players: int = 8, published: int = 2, playing: bool = False) -> Event:
    event = Event("swiss", players=players, rounds=5)
    event.publish()
    if published > 1:
        event.played(1)
        event.publish()
    if playing:
        event.start(published)
    return event


def tables(method: str, players: int, rounds: int, **options: object) -> Event:
    event = Event(method, players=players, rounds=rounds, **options)
    event.publish()
    event.played(1)
    if len(event.runs()) == 1:
        event.publish()
    return event


def first_of_two_left() -> Event:
    event = swiss()
    pair = next(pair for pair in sorted(event.seated(2)) if 1 in pair)
    event.leaves(next(each for each in pair if each != 1), from_round=2)
    return event


def away() -> Event:
    event = swiss(published=1)
    event.leaves(3, from_round=2)
    return event


def has_asked() -> Event:
    event = swiss()
    entry = event.division.entries.get(number=3)
    player = PlayerActor(entry.pk, event.division.tournament_id, event.division.pk, Means.LINK)
    ask_director(by=player, entry=entry, kind="leave", round_number=3)
    return event


def asked_to_leave(desk: Desk) -> None:
    desk.press("asks to leave the event", "link", "#beside")
    desk.press("Withdraw them", "link")
    desk.press("Withdraw", inside="#out")


def puts_back(desk: Desk) -> None:
    desk.page.goto(reverse("console:entry", args=["middle", "a", 3]))
    desk.page.locator("#left").get_by_label("Reason").fill("The train went")
    desk.press("Put back")
    expect(desk.page.locator(".messages")).to_contain_text("plays again")


def forfeits(desk: Desk) -> None:
    desk.line("no 3")
    desk.by_line = True
    desk.page.locator("#at-absent .preview").get_by_role("button", name="Save").press("Enter")
    desk.presses += 1
    expect(desk.page.locator("#drawer .told")).to_contain_text("awaits a result again")


def swaps(desk: Desk) -> None:
    game, other = Game.objects.in_round(2).with_people().by_board()[:2]
    desk.line(f"swap {game.first.number} {other.first.number}")
    costs = desk.page.locator("#drawer").get_by_role("region", name="What it costs")
    costs.get_by_label("Reason").fill("They share a car")
    desk.press("Swap", inside="#drawer [aria-label='What it costs'], #drawer section:has(h3)")
    expect(desk.page.locator("#drawer .told")).to_contain_text("The boards are as they were")


def moves(desk: Desk) -> None:
    desk.line("move 1 9")
    costs = desk.page.locator("#drawer").get_by_role("region", name="What it costs")
    costs.get_by_label("Reason").fill("By the window")
    costs.get_by_role("button", name="Move the game").click()
    desk.presses += 1
    expect(desk.page.locator("#drawer .told")).to_contain_text("It is at table 9 now")


def line(typed: str) -> Step:
    def say(desk: Desk) -> None:
        desk.line(typed)
        desk.by_line = True
        expect(desk.page.locator("#line-state")).to_contain_text("Table")

    return say


def leave(number: int) -> list[Step]:
    return [lambda desk: desk.leaves(number), Desk.settles]


SITUATIONS: dict[str, tuple[Callable[[], Event], list[Step]]] = {
    "leaves while the round is played": (lambda: swiss(playing=True), leave(3)),
    "leaves before the round begins": (swiss, leave(3)),
    "leaves a round robin that is published whole": (lambda: tables("round_robin", 5, 5), leave(5)),
    "leaves a block of Fontes": (lambda: tables("initial_fontes", 8, 3, fontes_rounds=3), leave(2)),
    "leaves a team match": (lambda: tables("team_round_robin", 8, 4, team_games=4), leave(1)),
    "leaves a knockout": (lambda: tables("knockout", 6, 4), leave(2)),
    "leaves a quad": (lambda: tables("quads", 8, 3), leave(3)),
    "leaves as the opponent did": (first_of_two_left, leave(1)),
    "leaves and has the bye": (lambda: swiss(9), [lambda desk: desk.leaves(next(pair[0] for pair in desk.event.seated(2) if len(pair) == 1)), Desk.settles]),
    "asked by phone to leave": (has_asked, [asked_to_leave]),
    "comes back": (away, [puts_back]),
    "walks in against the bye": (lambda: swiss(9, playing=True), [Desk.walks_in]),
    "walks in where nobody has a bye": (lambda: swiss(playing=True), [Desk.walks_in]),
    "comes for a later round": (swiss, [lambda desk: desk.walks_in("4")]),
    "does not come": (lambda: swiss(playing=True), [forfeits]),
    "is there at last": (lambda: swiss(playing=True), [line("here 3")]),
    "swaps with another": (swiss, [swaps]),
    "moves to another table": (swiss, [moves]),
}  # fmt: skip


@pytest.fixture(scope="module")
def site(django_db_setup: None) -> str:
    return served()


USUAL = (
    "leaves while the round is played", "leaves a round robin that is published whole", "asked by phone to leave",
    "walks in against the bye", "does not come", "swaps with another",
)  # fmt: skip
ALL = [pytest.param(each, marks=() if each in USUAL else pytest.mark.full) for each in SITUATIONS]


@pytest.mark.parametrize("situation", ALL)
def test_at_most_three_presses_and_undo_of_each_restores_every_row(browser: Browser, site: str, situation: str) -> None:
    make, steps = SITUATIONS[situation]
    event, client = make(), Client()
    client.force_login(event.director)
    desk = Desk(opened(browser, LAPTOP, site, client.cookies["sessionid"].value), event)
    total = 0
    for step in steps:
        before, desk.presses = rows(), 0
        desk.page.goto(BOARD)
        step(desk)
        total += desk.presses
        after = rows()
        assert after != before
        desk.takes_back()
        wait_for(partial(same_as, before), what="every row as it was")
        if step is not steps[-1]:
            desk.page.goto(BOARD)
            step(desk)
            assert rows() == after
    assert total <= MOST
    desk.page.context.close()
