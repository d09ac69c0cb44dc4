"""For questions that no planted fault stands for: an event that fails it, and one like it that does not."""

from collections.abc import Callable
from dataclasses import replace

from checklist.made_files import WrittenFormat, written_event
from checklist.questions.model import DivisionFacts
from checklist.tests.small_events import (
    SOUND,
    document,
    event,
    forfeit,
    game,
    of_division,
    table_of,
    text_of,
    whole_document,
)
from tdsuite.formats.event_json.document import DocumentBoardRule, DocumentDivision, DocumentPairingRules, DocumentPrize
from tdsuite.formats.model import FileFormat, FileGame, ImportedFile
from tdsuite.formats.reading import read_file

Make = Callable[[], ImportedFile]
BYE_AFTER_A_FORFEIT = [forfeit(1), game(1, 3, 4), game(1, 5), game(2, 3, 2), game(2, 5, 4)]
ROUND_ROBIN = ((1, 2), (3, 4)), ((1, 3), (4, 2)), ((4, 1), (2, 3))  # of four players, by round


def two_laps(second: tuple[tuple[tuple[int, int], ...], ...] = ROUND_ROBIN) -> list[FileGame]:
    """Four players meet everybody twice; in the second lap as asked."""
    return [game(at, *pair) for at, pairs in enumerate((*ROUND_ROBIN, *second), start=1) for pair in pairs]


def with_rules(change: Callable[[DocumentDivision, DocumentPairingRules], object]) -> ImportedFile:
    """The sound event, with rules that its pairings are to keep."""

    def changed(division: DocumentDivision) -> None:
        division.pairing_rules = DocumentPairingRules(rules={}, boards=[], families=[], volunteers=[])
        change(division, division.pairing_rules)

    return document(changed)


def bye_of_another(division: DocumentDivision, rules: DocumentPairingRules, *, asked: bool) -> None:
    """A bye in round 1 while the second player of another board would rather have it; asked: the file asks for that bye."""
    free, other = division.rounds[0].games[:2]
    lucky, rules.volunteers = free.first, [other.second or 0]
    free.second, free.board, free.outcome, free.rated = None, None, "bye", False
    free.first_score = free.second_score = free.second_halves = free.second_spread = None
    free.first_halves, free.first_spread = 2, 50
    if asked:
        rules.boards = [DocumentBoardRule(ask="forced", player=lucky, opponent=0, round=1)]


def one_club(division: DocumentDivision, rules: DocumentPairingRules, *, strength: str) -> None:
    """Two who meet in round 3 are of one club; clubs stay apart up to then, by a rule of this strength."""
    board = division.rounds[2].games[0]
    for player in division.players:
        player.club = "Dock" if player.number in (board.first, board.second) else ""
    rules.rules = {"apart": [{"kind": "club", "until": 3, "strength": strength}]}


def decided(opponent: int) -> ImportedFile:
    """Nobody catches player 1 before the last of five rounds, and two places win a prize; then 1 meets this one."""
    games = [game(round_, 1, 2 + round_) for round_ in (1, 2, 3, 4)]
    games += [game(1, 2, 8), game(2, 2, 7), game(3, 8, 2), game(4, 7, 2)]
    other = 6 if opponent == 2 else 2
    made = event(8, *games, game(5, 1, opponent), game(5, 8, other))
    return of_division(made, settings={"planned_rounds": 5, "prize_places": 2})


def hill(division: DocumentDivision, *, meet: bool) -> None:
    """The last round is King of the Hill, with repeats; the first two of the round before meet where asked, else others."""
    division.pairing_plan = [{"first": 7, "last": 7, "method": "king_of_the_hill", "repeats": "allow"}]
    first, second = (row.number for row in DivisionFacts(SOUND).tables[6][:2])
    boards = [
        next(board for board in division.rounds[6].games if number in (board.first, board.second))
        for number in (first, second)
    ]
    assert boards[0] is not boards[1]
    if meet:
        other = [
            next(number for number in (board.first, board.second) if number not in (first, second)) for board in boards
        ]
        (boards[0].first, boards[0].second), (boards[1].first, boards[1].second) = (first, second), (other[0], other[1])


def one_starts_all(ratings: dict[int, object]) -> ImportedFile:
    return event(16, *(game(1, number, 17 - number) for number in range(1, 9)), rating=ratings)


def uneven_third(starts: int) -> ImportedFile:
    """Eight players and four rounds; so many of the pairs have one who starts every time, the others start in turn."""
    games = []
    for round_ in (1, 2, 3, 4):
        for at, number in enumerate((1, 3, 5, 7)):
            turn = at >= starts and round_ % 2
            games.append(game(round_, number + 1, number) if turn else game(round_, number, number + 1))
    return event(8, *games)


def resigned(*, rated: bool) -> ImportedFile:
    def change(division: DocumentDivision) -> None:
        board = division.rounds[0].games[0]
        board.outcome, board.rated, board.first_score, board.second_score = "resigned", rated, None, None
        board.first_halves, board.second_halves, board.first_spread, board.second_spread = 2, 0, 80, -80

    return document(change)


def forty_games(scores: Callable[[int], tuple[int, int]]) -> ImportedFile:
    """Forty games, each with the scores of its place."""
    places = ((round_, first) for round_ in range(1, 9) for first in range(1, 11, 2))
    games = []
    for place, (round_, first) in enumerate(places):
        own, other = scores(place)
        games.append(game(round_, first, first + 1, first_score=own, second_score=other))
    return event(10, *games)


def ranked(ranks: tuple[str, str, str, str]) -> ImportedFile:
    """Player 1 wins by 51 and player 3 by 53, and tsh states these ranks after round 1."""
    made = event(4, game(1, 1, 2), game(1, 3, 4), rating={1: 1500, 2: 1400, 3: 1300, 4: 1200})
    rows = made.divisions[0].players
    keys = tuple(
        replace(row, extras=(("rrank", f"{at} {rank}"),))
        for at, (row, rank) in enumerate(zip(rows, ranks, strict=True), start=1)
    )
    return of_division(made, players=keys)


def other_tie_break(division: DocumentDivision, *, swapped: bool) -> None:
    """Head to head breaks ties; the first and the last of the table have each other's rank where swapped."""
    division.tie_breaks = ["head_to_head"]
    if swapped:
        table = table_of(division)
        table[0].rank, table[-1].rank = table[-1].rank, table[0].rank


def with_prize(class_name: str = "", round_number: int | None = None) -> ImportedFile:
    def change(division: DocumentDivision) -> None:
        division.players[-1].class_name = "B"
        division.prizes = [
            DocumentPrize(
                title="A prize", basis="class" if class_name else "high_win", place=1, class_name=class_name,
                round_number=round_number, team_size=None, money=0, text="", besides=False, winners=[],
            )
        ]  # fmt: skip

    return document(change)


def ghost(name: str) -> ImportedFile:
    rows = (
        f"{'Ada One':<20} 2400   2",
        f"{'Bo Two':<20}  350   1",
        f"{'Cy Three':<20} 2400   4",
        f"{name:<20}  300   3",
    )
    lines = ("*M16.05.2026 Small", "*A", " " * 38 + "0", *rows, "*** END OF FILE ***")
    return read_file("a.TOU", "\r\n".join(lines).encode() + b"\r\n")


def in_two(name: str) -> ImportedFile:
    made = event(4, game(1, 1, 2), game(1, 3, 4))
    rows = tuple(replace(row, name=f"Q {row.number}" if row.number != 1 else name) for row in made.divisions[0].players)
    return replace(made, divisions=(made.divisions[0], replace(made.divisions[0], name="B", players=rows)))


def as_format(made: ImportedFile, format_: FileFormat) -> ImportedFile:
    return replace(made, format=format_)


def left_early(**columns: dict[int, object]) -> ImportedFile:
    return event(4, game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), game(3, 3, 1), **columns)


CASES: dict[int, tuple[Make, Make]] = {
    116: (
        lambda: event(5, *BYE_AFTER_A_FORFEIT, game(2, 1)),
        lambda: event(5, forfeit(1), game(1, 3, 4), game(1, 5), game(2, 5, 2), game(2, 1, 4), game(2, 3)),
    ),
    118: (
        lambda: whole_document(lambda whole: (whole.choices.update(bye_spread="60"), bye_of_another(whole.divisions[0], DocumentPairingRules(), asked=False))),
        lambda: whole_document(lambda whole: bye_of_another(whole.divisions[0], DocumentPairingRules(), asked=False)),
    ),
    119: (
        lambda: with_rules(lambda division, rules: bye_of_another(division, rules, asked=False)),
        lambda: with_rules(lambda division, rules: bye_of_another(division, rules, asked=True)),
    ),
    216: (
        lambda: event(4, *two_laps((((1, 2), (3, 4)), ((2, 1), (4, 3)), ((4, 1), (2, 3))))),
        lambda: event(4, *two_laps()),
    ),
    217: (
        lambda: with_rules(lambda division, rules: one_club(division, rules, strength="must")),
        lambda: with_rules(lambda division, rules: one_club(division, rules, strength="avoid")),
    ),
    218: (
        lambda: event(8, game(1, 1, 2), game(2, 3, 4), game(3, 1, 2), team={1: "Dock", 2: "Dock"}),
        lambda: event(8, game(1, 1, 2), game(2, 3, 4), game(3, 1, 2), team={1: "Dock", 2: "Pier"}),
    ),
    219: (lambda: decided(2), lambda: decided(6)),
    220: (
        lambda: document(lambda division: hill(division, meet=False)),
        lambda: document(lambda division: hill(division, meet=True)),
    ),
    316: (
        lambda: event(4, *two_laps((((1, 2), (3, 4)), ((1, 3), (4, 2)), ((1, 4), (2, 3))))),
        lambda: event(4, *two_laps()),
    ),
    317: (
        lambda: one_starts_all({number: 2000 - number for number in range(1, 17)}),
        lambda: one_starts_all({number: 1800 + number * (-1) ** number for number in range(1, 17)}),
    ),
    318: (lambda: uneven_third(2), lambda: uneven_third(1)),
    419: (lambda: resigned(rated=False), lambda: resigned(rated=True)),
    433: (
        lambda: forty_games(lambda place: (101 + place, 100)),
        lambda: forty_games(lambda place: (401 + place, 380)),
    ),
    434: (
        lambda: forty_games(lambda place: (400 + place, 350 + place)),
        lambda: forty_games(lambda place: (400 + 2 * place, 350 + place)),
    ),
    519: (lambda: ranked(("1", "3", "2", "4")), lambda: ranked(("2", "3", "1", "4"))),
    520: (
        lambda: document(lambda division: other_tie_break(division, swapped=True)),
        lambda: document(lambda division: other_tie_break(division, swapped=False)),
    ),
    526: (
        lambda: document(lambda division: setattr(division.rounds[-1], "paired_after", 5)),
        lambda: document(lambda division: setattr(division.rounds[-2], "paired_after", 4)),
    ),
    614: (lambda: ghost("Bye A"), lambda: ghost("Di Four")),
    617: (
        lambda: text_of(WrittenFormat.TOU, "*M16.05.2026 Made-up event", "*M16.05.2026 "),
        lambda: read_file("a.TOU", written_event(SOUND, WrittenFormat.TOU).encode()),
    ),
    621: (
        lambda: whole_document(lambda whole: whole.choices.update(challenge_penalty="dingle")),
        lambda: whole_document(lambda whole: whole.choices.update(challenge_penalty="word:10")),
    ),
    624: (
        lambda: event(4, game(1, 1, 2), rating=dict.fromkeys(range(1, 5), 1500), lifetime_games={1: 20, 2: 0, 3: 7}),
        lambda: event(4, game(1, 1, 2), rating=dict.fromkeys(range(1, 4), 1500), lifetime_games={1: 20, 2: 0, 3: 7}),
    ),
    625: (lambda: event(3, game(1, 1, 2)), lambda: event(4, game(1, 1, 2))),
    626: (
        lambda: event(4, game(1, 1, 2)),
        lambda: as_format(event(4, game(1, 1, 2)), FileFormat.TOU),
    ),
    627: (lambda: in_two("P 3"), lambda: in_two("R 3")),
    629: (lambda: left_early(withdrawn_from={2: 2}), lambda: left_early(withdrawn_from={2: 2, 4: 2})),
    701: (
        lambda: event(4, game(1, 1, 2), rating={1: 1500, 2: 1400, 3: 1450}, class_name={1: "A", 2: "A", 3: "B"}),
        lambda: event(4, game(1, 1, 2), rating={1: 1500, 2: 1400, 3: 1300}, class_name={1: "A", 2: "A", 3: "B"}),
    ),
    702: (lambda: with_prize(class_name="C"), lambda: with_prize(class_name="B")),
    706: (lambda: with_prize(round_number=8), lambda: with_prize(round_number=7)),
}  # fmt: skip
