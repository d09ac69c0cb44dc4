"""Rows for tests, made directly in the database: plain functions, made-up people, the same rows on every run.

They write what a service would have left behind, and nothing else: no audit records, no jobs.
"""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from tdsuite.exchange.event_sources import SourceFile, first_day_of, read_sources
from tdsuite.exchange.events import import_tournament
from tdsuite.formats.model import Problem
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round, Tournament

PASSWORD = "Quizzical-Vowel-42"
NAMES = """
Ada Bruno Celeste Dmitri Elowen Farid Greta Hiro Imogen Jabari Katya Lorenzo Maeve Nikhil Odile Pavel Quilla Rafferty
Sunniva Tariq Ulla Vikram Wren Xiomara Yusuf Zelda

Winterbourne Tilefield Rackham-Vowel Quillfeather Blankenship-Zed Bingoworth Hookleigh Parallelo Tripletree
Doubleday-Word Challengeworthy Overdrawson Anagrammond Stemsworth Benjamino Spreadbury Tallyman-Cross Letterkenny-Fox
Consonantis Leavewell Fishingham Bagshaker Clocksmith Squarepenny Premiumson
"""
GIVEN_NAMES, FAMILY_NAMES = (names.split() for names in NAMES.split("\n\n"))


def made_up_name(index: int) -> tuple[str, str]:
    """A name and the same name as filed: 650 different pairs, then numbered ones."""
    family = FAMILY_NAMES[index % len(FAMILY_NAMES)]
    given = GIVEN_NAMES[index % len(GIVEN_NAMES)]  # 26 and 25 share no factor: every pair comes once
    again = index // (len(FAMILY_NAMES) * len(GIVEN_NAMES))
    if again:
        given = f"{given} {again + 1}"
    return f"{given} {family}", f"{family}, {given}"


def make_user(
    username: str = "director", *, tournament: Tournament | None = None, role: Role | None = None, **fields: Any
) -> User:
    """A user who logs in with PASSWORD; with `tournament`, holding `role` there (director unless said)."""
    known = User.objects.filter(username=username).first()
    user = known or User.objects.create_user(username=username, password=PASSWORD, **fields)
    if tournament is not None:
        add = Membership.objects.get_or_create if known else Membership.objects.create
        add(user=user, tournament=tournament, role=role or Role.DIRECTOR)
    return user


def make_tournament(slug: str = "lakeside-open", **fields: Any) -> Tournament:
    """A running public event of two days under `wespa-2010`; `fields` override."""
    first_day = fields.pop("starts_on", date(2026, 5, 16))
    defaults: dict[str, Any] = {
        "name": slug.replace("-", " ").title(), "venue": "Lakeside Hall", "starts_on": first_day,
        "ends_on": first_day + timedelta(days=1), "rulebook": "wespa-2010", "status": Tournament.Status.RUNNING,
    }  # fmt: skip
    return Tournament.objects.create(slug=slug, **(defaults | fields))


def make_division(
    tournament: Tournament | None = None, *, players: int = 8, rounds: int = 7, code: str = "a", **fields: Any
) -> Division:
    """A division of `players` entries numbered from 1, best rating first, planned for `rounds` rounds."""
    others = tournament.divisions.count() if tournament else 0
    tournament = tournament or make_tournament()
    defaults = {"name": f"Division {code.upper()}", "position": others + 1}
    division = Division.objects.create(tournament=tournament, code=code, planned_rounds=rounds, **(defaults | fields))
    make_entries(division, players)
    return division


def make_entries(division: Division, count: int) -> list[Entry]:
    """`count` more entries with the next numbers; ratings fall from 2000 by 20, seeds equal numbers."""
    taken = division.entries.count()
    already = Player.objects.count()
    people = []
    for offset in range(count):
        name, filing_name = made_up_name(already + offset)
        people.append(Player(name=name, filing_name=filing_name))
    Player.objects.bulk_create(people)
    return Entry.objects.bulk_create(
        Entry(division=division, player=person, number=number, seed=number, rating=max(0, 2000 - 20 * (number - 1)))
        for number, person in enumerate(people, start=taken + 1)
    )


def circle_pairs(numbers: Sequence[int], round_number: int) -> list[tuple[int, int | None]]:
    """The pairs of one round of a round robin by the circle method; the odd one out meets None."""
    ring: list[int | None] = [*numbers, *([None] if len(numbers) % 2 else [])]
    turn = (round_number - 1) % (len(ring) - 1)
    fixed, rest = ring[0], ring[1:]
    ring = [fixed, *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
    half = len(ring) // 2
    pairs: list[tuple[int, int | None]] = []
    for one, two in zip(ring[:half], reversed(ring[half:]), strict=True):
        if one is None or two is None:
            pairs.append((one or two or 0, None))
        else:
            pairs.append((two, one) if round_number % 2 else (one, two))
    return pairs


def make_round(
    division: Division,
    number: int = 1,
    *,
    status: str = Round.Status.PUBLISHED,
    results: int | None = None,
    pairs: Sequence[tuple[int, int | None]] | None = None,
    starts_by: str = Game.StartsBy.BALANCE,
) -> Round:
    """A round with its games on boards 1, 2, ...; `pairs` are entry numbers, starter first, None = bye.

    results: how many games are played out, in order of boards; None = all if the round is closed, else none.
    Byes are decided at once, as the kernel does.
    """
    entries = {entry.number: entry for entry in division.entries.all()}
    if pairs is None:
        here = [entry.number for entry in entries.values() if entry.plays_in(number)]
        pairs = circle_pairs(sorted(here), number)
    now = timezone.now()
    started = status in (Round.Status.PLAYING, Round.Status.CLOSED)
    row = Round.objects.create(
        division=division, number=number, status=status, started_at=now if started else None,
        closed_at=now if status == Round.Status.CLOSED else None,
        planned_length=division.planned_rounds if status == Round.Status.CLOSED else None,
    )  # fmt: skip
    decided = len(pairs) if results is None and status == Round.Status.CLOSED else results or 0
    games = []
    boards = sorted(pairs, key=lambda pair: (pair[1] is None, min(one for one in pair if one)))
    for board, (first, second) in enumerate(boards, start=1):
        games.append(_game(row, board, entries[first], entries[second] if second else None, starts_by))
    for game in games[:decided]:
        play(game, save=False)
    Game.objects.bulk_create(games)
    return row


def _game(row: Round, board: int, first: Entry, second: Entry | None, starts_by: str) -> Game:
    if second is None:
        spread = row.division.tournament.rules.rulebook.results.bye.spread.value
        return Game(
            round=row, first=first, starts_by=Game.StartsBy.NONE, outcome=Game.Outcome.BYE, first_halves=2,
            first_spread=spread, rated=False, reason=Sentence("your turn to sit out"),
        )  # fmt: skip
    return Game(
        round=row, board=board, first=first, second=second, starts_by=starts_by, reason=Sentence("they have not met")
    )


def play(game: Game, first_score: int | None = None, second_score: int | None = None, *, save: bool = True) -> Game:
    """Give a game two scores: those named, or made-up ones that are the same on every run. A bye stays as it is."""
    if game.second is None:
        return game
    luck = random.Random(f"{game.round.division.code}:{game.round.number}:{game.first.number}:{game.second.number}")
    game.first_score = luck.randint(300, 480) if first_score is None else first_score
    game.second_score = luck.randint(290, 470) if second_score is None else second_score
    game.outcome = Game.Outcome.PLAYED
    game.decided_at = timezone.now()
    if save:
        game.save()
    return game


def make_played_event(*, players: int = 8, played: int = 3, rounds: int = 7, slug: str = "lakeside-open") -> Division:
    """An event with `played` closed rounds in its one division."""
    division = make_division(make_tournament(slug), players=players, rounds=rounds)
    for number in range(1, played + 1):
        make_round(division, number, status=Round.Status.CLOSED)
    return division


IMPORT_DAY = date(2026, 5, 16)


def import_files(slug: str, *files: SourceFile, **options: Any) -> tuple[Tournament, list[Problem]]:
    """An event from files, with a day where they say none."""
    if first_day_of(read_sources(files)) is None:
        options.setdefault("day", IMPORT_DAY)
    return import_tournament(by=COMMAND_LINE, slug=slug, files=files, **options)
