"""Reads one event through every window it has, and compares what the windows say of the same board, player, request or notice.

A window is a page, a phone, a screen, a print, a call or a file. What must be said there follows from the rows: what a window
leaves out, or says otherwise, is a contradiction with its address.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import lxml.html
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from results.models import PlayerRequest, Sheet
from tdsuite.exchange.export import export
from tdsuite.formats.tou.reader import read_tou
from tdsuite.public.reads import current_round
from tdsuite.public.templatetags.figures import record, signed
from tdsuite.tournaments.engine.presence import NOT_HERE
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round
from tdsuite.tournaments.notices import standing_notices
from tdsuite.tournaments.presence import presence_facts, presence_words
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.overlays import overlay_of, point_overlay
from tdsuite.tournaments.services.screens import add_screen
from tests.factories import make_user
from tests.platform.access.signing import signed_in

ROWS, CARDS = ("tr", "li", "article", "section", "form", "dl"), ("tr", "section")
PAPERS = ("pairings-by-table", "pairings-by-name")
WITH_SCORES = ("console:round", "pairings", "screen", "overlay")
WITH_DISPUTES = ("console:round",)
GONE = re.compile(r"\bhas left\b|\bout from round\b|\bwithdrew\b")
ANNOUNCED = re.compile("lease come to (check-in|your table)")
ASKS = (
    "is here",
    "asks to sit out a round",
    "asks to leave the event",
    "will be late",
    "says the name is wrong",
    "says a result is wrong",
    "has a question",
)
SCREENS = {"tables": 1, "standings": 2, "notices": 3}
LATEST = 2  # rounds whose pages are read after each step


def plain(node: Any) -> str:
    return " ".join(node.text_content().split())


@lru_cache(64)
def rows_of(tree: Any, rows_are: tuple[str, ...]) -> list[tuple[Any, str]]:
    return [(node, plain(node)) for node in tree.iter(*rows_are)]


def beside(tree: Any, *people: Player, rows_are: tuple[str, ...] = ROWS) -> list[str]:
    """The text of each smallest row of a page that names all of the people, as they are called or as they are filed."""
    named = rows_of(tree, rows_are)
    rows = [node for node, text in named if all(each.name in text or each.filing_name in text for each in people)]
    above = {node for row in rows for node in row.iterancestors()}
    return [" ".join(" ".join(row.itertext()).split()) for row in rows if row not in above]


@dataclass
class Windows:
    """Who looks at a division: the director, a stranger, a program, and the phone of each player."""

    division: Division
    desk: Client = field(default_factory=Client)
    stranger: Client = field(default_factory=Client)
    program: APIClient = field(default_factory=APIClient)
    phones: dict[int, Client] = field(default_factory=dict)
    answers: dict[tuple[str, int], Any] = field(default_factory=dict)  # since the last step
    trees: dict[int, Any] = field(default_factory=dict)  # of these answers

    def __post_init__(self) -> None:
        event, self.code = self.division.tournament, self.division.code
        self.director = make_user("walker", tournament=event)
        self.desk.force_login(self.director)
        self.program.force_authenticate(self.director)
        for shows in SCREENS:
            add_screen(by=self.director, tournament=event, name=shows, panels=[{"shows": shows}])
        point_overlay(by=self.director, overlay=overlay_of(event, 1), shows="pairings", division=self.code)

    def get(self, address: str, client: Client) -> Any:
        key = address, id(client)
        if key not in self.answers:
            self.answers[key] = client.get(address)
            assert self.answers[key].status_code == 200, (address, self.answers[key].status_code)
        return self.answers[key]

    def context(self, name: str, *args: Any) -> Any:
        return self.get(reverse(name, args=[self.division.tournament.slug, *args]), self.desk).context

    def page(self, name: str, *args: Any, client: Client | None = None, query: str = "") -> Any:
        """A page as a tree, read by the director or by `client`."""
        address = reverse(name, args=[self.division.tournament.slug, *args])
        answer = self.get(address + query, client or self.desk)
        if id(answer) not in self.trees:
            self.trees[id(answer)] = tree = lxml.html.fromstring(answer.content)
            for hidden in tree.xpath("//script|//style|//template|//datalist|//select"):
                hidden.drop_tree()
        return self.trees[id(answer)]

    def public(self, name: str, *args: Any, query: str = "") -> Any:
        return self.page(f"public:{name}", *args, client=self.stranger, query=query)

    def own_page(self, entry: Entry) -> Any:
        if entry.pk not in self.phones:
            self.phones[entry.pk] = signed_in(Client(), entry)
        return self.page("results:me", client=self.phones[entry.pk])

    def call(self, address: str, *, of_division: bool = True) -> Any:
        where = f"divisions/{self.code}/" if of_division else ""
        return self.get(f"/api/v1/tournaments/{self.division.tournament.slug}/{where}{address}", self.program).json()

    def of_round(self, row: Round, *, is_current: bool) -> Iterator[tuple[str, Any]]:
        """Pages that have a row for each board of a published round."""
        where = [self.code, row.number]
        yield "console:round", self.page("console:round", query=f"?division={where[0]}&round={where[1]}")
        yield from ((paper, self.page("console:print_sheet", paper, *where)) for paper in PAPERS)
        yield "pairings", self.public("pairings", *where)
        yield "pairings by name", self.public("pairings", *where, query="?by=name")
        if is_current:
            yield "overlay", self.public("overlay", 1)
            if row.status != Round.Status.CLOSED:
                yield "screen", self.public("screen", SCREENS["tables"])


def contradictions(windows: Windows) -> Iterator[str]:
    """What a window says of the event as it is now that is not so, or leaves out."""
    windows.answers.clear()
    windows.trees.clear()
    division = Division.objects.select_related("tournament").get(pk=windows.division.pk)
    account = history(division)
    rounds = [row for row in account.rounds if row.is_published]
    for row in rounds:
        if row in rounds[-LATEST:]:
            yield from _of_round(windows, account, row, is_current=row == current_round(rounds))
        yield from _of_seats(windows, account, row)
    yield from _of_games(windows, account)
    yield from _of_door(windows, account)
    yield from _of_standings(windows, account)
    for entry in account.entries:
        yield from _of_player(windows, account, entry)
    yield from _of_notices(windows, account)
    yield from _of_requests(windows, division)


def players_of(account: History, game: Game) -> list[Entry]:
    return [account.by_id[key] for key in (game.first_id, game.second_id) if key]


def totals_of(account: History, game: Game) -> tuple[int, int] | None:
    return account.account(game).totals if game.outcome in Game.SCORED else None


def _of_round(windows: Windows, account: History, row: Round, *, is_current: bool) -> Iterator[str]:
    games = [game for game in account.games if game.round_id == row.pk and game.second_id]
    disputed = set(Sheet.objects.filter(game__round=row, state="disputed").values_list("game", flat=True))
    for name, page in windows.of_round(row, is_current=is_current):
        for game in games:
            text = " | ".join(beside(page, *(entry.player for entry in players_of(account, game))))
            for fault in _faults(account, game, text, name, is_disputed=game.pk in disputed):
                yield f"{name}, round {row.number}: {fault} at {game}: {text}"


def _faults(account: History, game: Game, text: str, name: str, *, is_disputed: bool) -> Iterator[str]:
    gone = game.left_by(game.round.number, *players_of(account, game))
    totals = totals_of(account, game) or ()
    if game.table not in re.findall(r"\d+", text):
        yield f"not table {game.table}"
    if game.outcome in Game.UNFINISHED and bool(gone) != bool(GONE.search(text)):
        yield "somebody who left is not marked" if gone else "somebody is marked who did not leave"
    if name in WITH_SCORES and not all(str(score) in text for score in totals):
        yield f"not {totals}"
    if name in WITH_DISPUTES and is_disputed != ("disputed" in text):
        yield "the dispute is not marked" if is_disputed else "a dispute is marked that is none"


def _of_games(windows: Windows, account: History) -> Iterator[str]:
    """Calls and files: who plays whom, where, how it ended, and who has left."""
    facts, gone, scores = {}, {}, {}
    games = [game for game in account.games if game.round.is_published]
    for game in games:
        numbers = [entry.number for entry in players_of(account, game)]
        key = (game.round.number, *(numbers if game.second_id else [*numbers, None]))
        facts[key] = (game.table, game.outcome, *(totals_of(account, game) or (None, None)))
        gone[key] = [entry.number for entry in game.left_by(key[0], *players_of(account, game))]
        if game.outcome == Game.Outcome.PLAYED:
            scores[key[0], *sorted(numbers)] = sorted(account.account(game).filed_scores or ())
    called = {
        (row["round"], row["first"]["number"], row["second"] and row["second"]["number"]): row
        for row in windows.call("games/")
    }
    event = account.division.tournament
    document = json.loads(export(by=windows.director, tournament=event, key="json").data)["divisions"][0]
    said = {
        "call": {
            key: (row["table"] or "", row["outcome"] or "", *(row["account"]["totals"] or (None, None)))
            for key, row in called.items()
        },
        "document": {
            (row["number"], game["first"], game["second"]): (
                game["table"],
                game["outcome"].replace("awaited", ""),
                game["first_score"],
                game["second_score"],
            )
            for row in document["rounds"]
            for game in row["games"]
        },
    }
    yield from (f"{name} of games: {rows.items() ^ facts.items()}" for name, rows in said.items() if rows != facts)
    if gone != {key: row["gone"] for key, row in called.items()}:
        yield f"call of games: not {gone} have left"
    left = {entry.number: entry.withdrawn_from for entry in account.entries}
    for rows in (document["players"], windows.call("players/")):
        if {row["number"]: row["withdrawn_from"] for row in rows} != left:
            yield f"document or call: not {left} have left: {rows}"
    complete = min((game.round.number for game in games if game.outcome in Game.UNFINISHED), default=len(games)) - 1
    text = export(by=windows.director, tournament=event, key="tou").data.decode()
    written = {
        (game.round, *sorted((game.first, game.second or 0))): sorted((game.first_score or 0, game.second_score or 0))
        for game in read_tou(text).divisions[0].games
    }
    yield from (
        f".TOU: {written.get(key)}, not {pair} at {key}"
        for key, pair in scores.items()
        if key[0] <= complete and written.get(key) != pair
    )


def _of_seats(windows: Windows, account: History, row: Round) -> Iterator[str]:
    """Boards, check-in, Day and call: who is here in a round."""
    facts = presence_facts(account.entries)
    door = {each["number"]: each for each in windows.call("check-in/", of_division=False)}
    called = {each["number"]: each["status"] for each in windows.call(f"rounds/{row.number}/attendance/")}
    round_page = windows.page("console:round", query=f"?division={windows.code}&round={row.number}")
    text = plain(round_page)
    games = [game for game in account.games if game.round_id == row.pk and game.second_id]
    for entry in (entry for game in games if not game.outcome for entry in players_of(account, game)):
        known, own = facts.known(entry.pk, row.number), door.get(entry.number, {"round": None})
        states = {known.state, called.get(entry.number, "expected")}
        states |= {own["status"]} if own["round"] == row.number else set()
        if len(states) > 1:
            yield f"presence of {entry} in round {row.number}: {states}"
        missing = f"{entry.player} ({presence_words(known)})"
        is_missing = known.is_not_here or known.state in ("gone", "playing")
        if (missing in text) != is_missing:
            yield f"board: {missing} in round {row.number}"


def _of_door(windows: Windows, account: History) -> Iterator[str]:
    """Check-in, gate and phones: who is here in the next round."""
    door = {row["number"]: row["status"] for row in windows.call("check-in/", of_division=False)}
    now = windows.context("console:check_in")["door"]
    guests = {guest.entry.number: guest.known.state for guest in (*now.missing, *now.away, *now.here)}
    if guests != door:
        yield f"check-in: page {guests}, call {door}"
    for guest in now.unsettled:
        if door.get(guest.entry.number) == "here":
            yield f"gate: {guest} is here"
    facts = presence_facts(account.entries)
    for entry in account.entries:
        known = facts.known(entry.pk)
        if ("noted that you are not here" in plain(windows.own_page(entry))) != (known.state in NOT_HERE):
            yield f"own page of {entry}: not {known}"


def _of_standings(windows: Windows, account: History) -> Iterator[str]:
    after, table = account.last_round, account.standings()
    called = windows.call("standings/")
    said = [(row["rank"], row["number"], row["wins"], row["spread"]) for row in called["standings"]]
    if (called["round"], said) != (after, [(row.rank, row.number, row.halves / 2, row.spread) for row in table]):
        yield f"call of standings: {said}, not {table}"
    pages = {
        "standings": windows.public("standings", windows.code),
        "screen": windows.public("screen", SCREENS["standings"]),
    }
    if after:
        pages["print"] = windows.page("console:print_sheet", "standings", windows.code, after)
    for row in table:
        figures = (record(row), signed(row.spread)) if after else ()
        for name, page in pages.items():
            lines = beside(page, account.by_number[row.number].player)
            ranked = [line for line in lines if line.startswith((f"{row.rank_text} ", f"{row.rank} = "))]
            if not any(all(part in line for part in figures) for line in ranked):
                yield f"{name}: not {row.rank_text} {figures}: {lines}"


def _of_player(windows: Windows, account: History, entry: Entry) -> Iterator[str]:
    """A player's own page and the page that everybody reads of them."""
    places = {row.number: row for row in account.standings()} if account.last_round else {}
    figures = (record(places[entry.number]), signed(places[entry.number].spread)) if entry.number in places else ()
    pages = {"own page": windows.own_page(entry), "player": windows.public("player", windows.code, entry.number)}
    for name, page in pages.items():
        text = plain(page)
        if (f"ithdrawn from round {entry.withdrawn_from} on" in text) != bool(entry.withdrawn_from):
            yield f"{name} of {entry}: not withdrawn from {entry.withdrawn_from}: {text}"
        if not all(figure in text for figure in figures):
            yield f"{name} of {entry}: not {figures}: {text}"
        for game in (game for game in account.games_of(entry) if game.second_id and game.round.is_published):
            opponent = next(each for each in players_of(account, game) if each != entry)
            cards = beside(page, opponent.player, rows_are=CARDS)
            called = [card for card in cards if re.match(rf"Table \S+ Round {game.round.number} ", card)]
            gone = game.left_by(game.round.number, entry, opponent)
            if bool(called) != (game.outcome in Game.UNFINISHED and entry not in gone):
                yield f"{name} of {entry}: {'is' if called else 'is not'} called to {game}: {text}"
            if called and bool(gone) != bool(GONE.search(called[0])):
                yield f"{name} of {entry}: {gone} left {game}: {called}"
            totals = totals_of(account, game) or ()
            if not any(all(str(score) in card for score in totals) for card in [*cards, *[""] * (not totals)]):
                yield f"{name} of {entry}: not {totals} at {game}: {cards}"


def _of_notices(windows: Windows, account: History) -> Iterator[str]:
    """Each notice that holds is read everywhere, and no other."""
    texts = [text for _number, text, _at in standing_notices(account.division.tournament)]
    called = [row["text"] for row in windows.call("notices/", of_division=False)]
    if called != texts:
        yield f"call of notices: {called}, not {texts}"
    pages = {name: windows.public(name, windows.code) for name in ("pairings", "standings", "wall")}
    pages |= {"event": windows.public("event"), "screen": windows.public("screen", SCREENS["notices"])}
    pages |= {"notices": windows.page("console:screens"), "own page": windows.own_page(account.entries[0])}
    for name, text in ((name, plain(page)) for name, page in pages.items()):
        yield from (f"{name}: not {notice}" for notice in texts if notice not in text)
        if not any(map(ANNOUNCED.search, texts)) and ANNOUNCED.search(text):
            yield f"{name}: an announcement that is over: {text}"


def _of_requests(windows: Windows, division: Division) -> Iterator[str]:
    """What players ask is on every page where a round is paired, until it is settled."""
    waiting = list(PlayerRequest.objects.of_event(division.tournament).waiting().with_people())
    called = {row["id"] for row in windows.call("requests/?status=waiting", of_division=False)}
    if called != {row.pk for row in waiting}:
        yield f"call of requests: {called}, not {waiting}"
    for name in ("console:round", "results:requests"):
        text = plain(windows.page(name))
        for entry in division.entries.select_related("player"):
            asks = any(row.entry_id == entry.pk for row in waiting)
            if asks != any(f"{entry.player} {clause}" in text for clause in ASKS):
                yield f"{name}: {entry} {'asks' if asks else 'asks nothing'}: {text}"
