"""The hall that every road is driven in: one event under a rulebook, a board for each situation, and who works there."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from results.games.services.outcomes import record_result
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.engine.account import AccountLine, GameFacts, standing_lines
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.reads import HAS_SIDES
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.games import adjust_game
from tdsuite.tournaments.services.rulebook_files import load_rulebook
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.platform.access.signing import signed_in
from tests.results.looking import official_url
from tests.results.roads.situations import Decided, Ending, facts_of
from tests.rulebook.books import RULED
from tests.rulebook.loaded import EXAMPLES

REASON = "as the table told"
EXAMPLE_FILES = {path.stem: path for path in sorted(EXAMPLES.glob("*.toml"))}
BOOKS = (*sorted(RULED), *EXAMPLE_FILES)


@dataclass
class Hall:
    """One event.  Its round 1 has a board for each situation, in order; a bye where one is wanted."""

    book: str
    division: Division
    director: User
    scorer: User
    desk: Client = field(default_factory=Client)
    typist: Client = field(default_factory=Client)
    api: APIClient = field(default_factory=APIClient)
    endings_read: set[tuple[Any, ...]] = field(default_factory=set)  # on pages of games

    @property
    def slug(self) -> str:
        return self.division.tournament.slug

    @property
    def rulebook(self) -> Rulebook:
        return self.division.tournament.rules.rulebook

    def url(self, name: str, *args: Any) -> str:
        """An official's address of this division."""
        return official_url(name, self.slug, self.division.code, *args)

    def game(self, key: int) -> Game:
        return Game.objects.with_people().get(pk=key)

    def games(self) -> list[Game]:
        return list(Game.objects.filter(round__division=self.division).with_people().by_board())

    def entry(self, key: int) -> Entry:
        return Entry.objects.select_related("player", "division__tournament").get(pk=key)

    def phone(self, key: int) -> Client:
        client: Client = signed_in(Client(), self.entry(key))
        return client


def make_hall(book: str, boards: int, *, byes: int = 0, slug: str = "roads") -> Hall:
    """A published round of `boards` boards and `byes` byes under a rulebook of the registry, or of an example file."""
    loaded = EXAMPLE_FILES.get(book)
    tournament = make_tournament(slug, rulebook="wespa-2012" if loaded else book, sheets_open_early=True)
    division = make_division(tournament, players=2 * boards + byes, rounds=5)
    director = make_user(f"{slug}-director", tournament=tournament, is_superuser=loaded is not None)
    if loaded:
        load_rulebook(by=director, tournament=tournament, data=loaded.read_bytes())
        tournament.refresh_from_db()
        division = Division.objects.select_related("tournament").get(pk=division.pk)
    pairs: list[tuple[int, int | None]] = [(number, number + boards) for number in range(1, boards + 1)]
    pairs += [(2 * boards + number, None) for number in range(1, byes + 1)]
    row = make_round(division, 1, pairs=pairs)
    undrawn = [game.pk for game in row.games.filter(second__isnull=False) if (game.board or 0) % 4 == 0]
    Game.objects.filter(pk__in=undrawn).update(starts_by=Game.StartsBy.DRAW)  # nobody has said yet who starts
    scorer = make_user(f"{slug}-scorer", tournament=tournament, role=Role.SCORER)
    hall = Hall(book, division, director, scorer)
    hall.desk.force_login(director)
    hall.typist.force_login(scorer)
    hall.api.force_authenticate(director)
    return hall


@dataclass
class Board:
    """One game of the hall and what is known of it from what was put in; nothing here is read from its result's rows."""

    hall: Hall
    key: int
    facts: GameFacts

    @property
    def game(self) -> Game:
        return self.hall.game(self.key)

    @cached_property
    def names(self) -> tuple[str, ...]:
        game = self.game
        return tuple(str(entry.player) for entry in (game.first, game.second) if entry)

    @property
    def decisions(self) -> tuple[AccountLine, ...]:
        return standing_lines(self.facts.lines)

    @property
    def asked_lines(self) -> bool:
        """Whether lines with points stand, whose place in typed scores must be said."""
        return any(line.points for line in self.decisions)

    @property
    def sides(self) -> bool:
        """Whether it is known who starts, by the pairing."""
        return self.game.starts_by in HAS_SIDES

    def penalty(self, side: str, points: int) -> None:
        """Points that the director gives or takes by themselves."""
        adjust_game(
            by=self.hall.director, game=self.game, side=side, kind="ruling", points=points, rule="a ruling",
            source="director", reason=REASON,
        )  # fmt: skip
        self.add(AccountLine(side, "ruling", points, source="director"))

    def add(self, line: AccountLine) -> None:
        self.facts = with_lines(self.facts, (*self.facts.lines, line))

    def typed_before(self, first: int, second: int) -> None:
        """A result that stands already, typed by a scorer."""
        record_result(by=self.hall.scorer, game=self.game, first_score=first, second_score=second, with_lines=False)
        self.facts = GameFacts(
            Decided.SCORED, written=(first, second), lines=self.decisions, sides=self.sides
        )  # fmt: skip


def with_lines(facts: GameFacts, lines: Sequence[AccountLine]) -> GameFacts:
    return replace(facts, lines=tuple(lines))


def board_of(hall: Hall, game: Game) -> Board:
    """A board as its round was published: awaited, or a bye that counts as the rulebook says."""
    if game.second_id is None:
        facts = facts_of(Ending("bye", "bye", "bye"), (0, 0), (), hall.rulebook, within=False, sides=False)
    else:
        facts = GameFacts(Decided.AWAITED, sides=game.starts_by in HAS_SIDES)
    return Board(hall, game.pk, facts)
