"""What the model of the document cannot say: numbers that name nobody, and parts that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from tdsuite.formats.model import FileGame, Outcome, Problem, Stops
from tdsuite.tournaments.engine.tables import BadTablePlan, plan_from
from .document import SMALL, DocumentDivision, DocumentTablePlan, EventDocument

SCORED = frozenset({Outcome.PLAYED, Outcome.STOPPED, Outcome.TIME_UP})
WITHOUT_WORTH = frozenset({*SCORED, Outcome.AWAITED, Outcome.POSTPONED, Outcome.ADJOURNED, Outcome.VOID})
AGAIN = "Export the event again, or mend that value."
# Ratings stand above the formats: a test holds that these are the systems that they know.
RATING_SYSTEMS = (
    "naspa", "naspa-club", "naspa-2024", "nsa", "wespa-2011", "wespa-2020", "wespa-program", "australia", "australia-2006", "pakistan",
    "absp", "norway", "coco", "elo",
)  # fmt: skip
OTHER_SYSTEM_NAMES = frozenset(
    {"wespa-estimate", "nsa2008", "naspa-csw", "naspa2024", "nsa2008 lct", "naspa-csw lct", "aus", "pak", "nor"}
)


def table_plan_values(division: DocumentDivision) -> dict[str, str]:
    """The plan of tables as a division keeps it."""
    plan = division.table_plan or DocumentTablePlan()
    return {name: value for name in ("tables", "reserved") if (value := getattr(plan, name)) is not UNSET}


def round_problems(division: DocumentDivision, rounds: Sequence[tuple[int, Sequence[FileGame]]]) -> Iterator[Problem]:
    """Rounds given twice, and games of one division that cannot stand together or by themselves."""
    numbers = {player.number for player in division.players}
    seen: set[int] = set()
    for number, games in rounds:
        where = f"division {division.name}, round {number}"
        if number in seen:
            yield _games_problem("rounds", f"{where} stands twice.")
        seen.add(number)
        yield from _players_and_boards(where, games, numbers)
        for game in games:
            yield from _game_problems(f"{where}: player {game.first}", game)


def _games_problem(field: str, message: str) -> Problem:
    return Problem(None, field, message, AGAIN, Stops.GAMES)


def _players_and_boards(where: str, games: Sequence[FileGame], numbers: set[int]) -> Iterator[Problem]:
    """Players who are unknown or play twice in the same game of a match, and boards that are used twice."""
    players_seen: set[tuple[int, int]] = set()
    boards_seen: set[tuple[int, int]] = set()
    for game in games:
        players = [game.first, *([game.second] if game.second is not None else [])]
        in_match_game = {(game.match_game, number) for number in players}
        twice = not players_seen.isdisjoint(in_match_game) or len(in_match_game) < len(players)
        if twice or not numbers.issuperset(players):
            yield _games_problem("games", f"{where}: players {players} are unknown or play twice.")
        players_seen |= in_match_game
        if game.board is not None:
            if (game.match_game, game.board) in boards_seen:
                yield _games_problem("games", f"{where}: board {game.board} stands twice.")
            boards_seen.add((game.match_game, game.board))


def _game_problems(player: str, game: FileGame) -> Iterator[Problem]:
    """An outcome without its scores or worth, lines that lead out of all bounds."""
    scores, spreads = (game.first_score, game.second_score), (game.first_spread, game.second_spread)
    if game.outcome in SCORED and (game.second is None or (None in scores and None in spreads)):
        yield _games_problem("games", f"{player}: a game that was played has an opponent, and scores or a spread.")
    if game.outcome is Outcome.AWAITED and scores != (None, None):
        yield _games_problem("games", f"{player}: a game that is awaited has no scores.")
    worth = (game.first_halves, game.first_spread)
    left_to_the_event = game.outcome is Outcome.BYE and worth == (None, None)
    if game.outcome not in WITHOUT_WORTH and None in worth and not left_to_the_event:
        yield _games_problem("games", f"{player}: what {game.outcome.value!r} is worth is missing.")
    if game.second is None and any(line.side == "second" for line in game.lines):
        yield _games_problem("lines", f"{player}: a line is for the second player, but there is none.")
    if any(abs(value) > SMALL for value in (*scores, *spreads) if value is not None):
        yield _games_problem("lines", f"{player}: without its lines, a score is beyond {SMALL}.")


def division_problems(division: DocumentDivision, games: Sequence[FileGame]) -> Iterator[Problem]:
    """What does not fit together in one division.  Any of these stops everything, as a fault of the model does."""
    where = f"division {division.name}"
    try:
        plan_from(table_plan_values(division))
    except BadTablePlan as error:
        yield Problem(None, "table plan", f"{where}: {error}", AGAIN)
    system = division.rating_system or ""
    if system and system.strip().casefold() not in {*RATING_SYSTEMS, *OTHER_SYSTEM_NAMES}:
        message = f"{where}: There is no rating system {system!r}. Choose one of {', '.join(RATING_SYSTEMS)}."
        yield Problem(None, "rating system", message, AGAIN)
    if len(set(division.tie_breaks or ())) < len(division.tie_breaks or ()):
        yield Problem(None, "tie_breaks", f"{where}: a tie-break stands twice.", AGAIN)
    for need in division.table_needs:
        if need.last_round is not None and need.last_round < need.first_round:
            message = f"{where}: player {need.player}: the last round is before the first."
            yield Problem(None, "table needs", message, AGAIN)
    known = {player.number for player in division.players}
    for field, numbers in _named_players(division):
        for number in numbers:
            if number not in known:
                yield Problem(None, field, f"{where}: there is no player {number}.", AGAIN)
    yield from _claim_problems(division, games, where)


def _named_players(division: DocumentDivision) -> Iterator[tuple[str, Sequence[int]]]:
    """(part of the document, numbers of players that it names)."""
    yield "table needs", [need.player for need in division.table_needs]
    yield "spread adjustments", [row.player for row in division.spread_adjustments]
    if rules := division.pairing_rules:
        yield (
            "pairing rules",
            [number for rule in rules.boards or () for number in (rule.player, rule.opponent) if number],
        )
        yield "pairing rules", [number for family in rules.families or () for number in family]
        yield "pairing rules", rules.volunteers or ()
    if division.prize_rules:
        yield "prize rules", division.prize_rules.absent or ()
    for prize in division.prizes:
        yield "prizes", prize.winners


def _claim_problems(division: DocumentDivision, games: Sequence[FileGame], where: str) -> Iterator[Problem]:
    """Claims of games that were not played by the player, and those given twice without a refusal."""
    played = {(game.round, game.match_game, number) for game in games if game.second for number in game.players}
    seen = set()
    for claim in division.high_claims:
        key = (claim.round, claim.match_game, claim.player, claim.kind, claim.word, claim.points)
        if claim.status != "refused":
            if key in seen:
                message = f"{where}: {claim.word} of player {claim.player} stands twice."
                yield Problem(None, "high_claims", message, AGAIN)
            seen.add(key)
        if key[:3] not in played:
            message = f"{where}: player {claim.player} has no such game in round {claim.round}."
            yield Problem(None, "high claims", message, AGAIN)


def event_problems(document: EventDocument) -> Iterator[Problem]:
    """Divisions of one short name, and prizes of the whole event won by nobody of it."""
    codes = [division.code for division in document.divisions]
    for code in sorted({code for code in codes if codes.count(code) > 1}):
        yield Problem(None, "divisions", f"event: the short name {code!r} stands twice.", AGAIN)
    known = {(division.code, player.number) for division in document.divisions for player in division.players}
    for winner in (winner for prize in document.prizes for winner in prize.winners):
        if (winner.division, winner.number) not in known:
            message = f"event: there is no player {winner.number} in division {winner.division}."
            yield Problem(None, "prizes", message, AGAIN)
