"""Questions about who meets whom by the event's own rules, in laps, in teams, and once prizes are decided."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from checklist.questions.model import DivisionFacts, Failure, Question, Weight, at, pair_of
from pairings.engine.errors import BadRequest
from pairings.engine.model import Repeats
from pairings.engine.plan import BadPlan, line_for, parse_plan
from pairings.engine.rules import KINDS, Rules, Strength, rules_from
from tdsuite.formats.event_json.document import DocumentBoardRule, DocumentPairingRules
from tdsuite.formats.model import FileGame


def _asked(facts: DivisionFacts) -> DocumentPairingRules | None:
    document = facts.division.document
    return (document.pairing_rules or None) if document is not None else None


def _asked_boards(facts: DivisionFacts, ask: str) -> list[DocumentBoardRule]:
    """Boards of one kind that the file asks for."""
    asked = _asked(facts)
    return [] if asked is None or asked.boards is UNSET else [board for board in asked.boards if board.ask == ask]


def _names(board: DocumentBoardRule, game: FileGame) -> bool:
    """Whether a board that is asked for is this one."""
    return board.round in (0, game.round) and {board.player, board.opponent} == set(game.players)


def _forbidden(facts: DivisionFacts) -> Iterator[Failure]:
    asked = _asked_boards(facts, "forbidden")
    for game in facts.pairs if asked else ():
        if any(_names(board, game) for board in asked):
            yield at(game, "other opponents: the event's own rules keep the two apart")


def _forced(facts: DivisionFacts) -> Iterator[Failure]:
    for board in _asked_boards(facts, "forced"):
        games = facts.rounds.get(board.round, ())
        players = {board.player, board.opponent} - {0}
        if games and not any(set(game.players) == players for game in games):
            words = f"against {board.opponent}" if board.opponent else "with a bye"
            yield Failure(board.round, tuple(sorted(players)), f"{board.player} {words}, as the event's own rules ask")


def _rules(facts: DivisionFacts) -> Rules | None:
    """The rules of the file's document; None where it has none, or none that can be read."""
    asked = _asked(facts)
    if asked is None or asked.rules is UNSET:
        return None
    try:
        return rules_from(asked.rules)
    except (KeyError, TypeError, ValueError):
        return None


def _apart(facts: DivisionFacts) -> Iterator[Failure]:
    rules, asked = _rules(facts), _asked(facts)
    if rules is None or asked is None:
        return
    families = [] if asked.families is UNSET else asked.families
    exempt = _asked_boards(facts, "exempt") + _asked_boards(facts, "forced")
    of = {row.number: row for row in facts.division.players}
    for game in facts.pairs:
        for rule in rules.apart_in(game.round):
            if rule.strength is not Strength.MUST or rule.kind not in KINDS:
                continue
            if rule.kind == "family":
                alike = any(set(game.players) <= set(family) for family in families)
            else:
                words = {getattr(of[number], rule.kind).strip() for number in game.players if number in of}
                alike = len(words) == 1 and words != {""}
            if alike and not any(_names(board, game) for board in exempt):
                yield at(
                    game, f"opponents of different kinds: the event's rules never let players of one {rule.kind} meet"
                )


def _equally_often(facts: DivisionFacts) -> Iterator[Failure]:
    count = len(facts.numbers)
    lap = count - 1 + count % 2
    everywhere = all(len(facts.own_rounds[number]) == len(facts.rounds) for number in facts.numbers)
    if not facts.round_robin or not everywhere or len(facts.rounds) % lap:
        return
    laps = len(facts.rounds) // lap
    for pair, rounds in facts.meetings.items():
        if len(rounds) > laps:
            yield Failure(0, pair, f"{laps} games of the two, one a lap, not {len(rounds)}")


def _team_mates(facts: DivisionFacts) -> Iterator[Failure]:
    team = {row.number: row.team.strip() for row in facts.division.players}
    sizes = Counter(team.values())
    for game in facts.pairs if not facts.round_robin else ():
        first, second = (team.get(number, "") for number in game.players)
        again = facts.meetings[pair_of(game)].index(game.round) > 0
        if again and first and first == second and sizes[first] * 2 <= len(facts.numbers):
            yield at(game, f"an opponent of another team than {first}: the two have met before")


def _decided(facts: DivisionFacts) -> Iterator[Failure]:
    """A leader whom nobody can catch by wins meets nobody who can still win a prize while somebody else is there."""
    last = max(facts.planned_rounds, facts.division.rounds)
    for round_, games in facts.rounds.items() if facts.prize_places > 1 and not facts.round_robin else ():
        table = sorted(facts.before(round_).values(), key=lambda row: row.rank) if round_ > 1 else []
        can_win = 2 * (last - round_ + 1)  # half wins
        if len(table) <= facts.prize_places or table[0].halves - table[1].halves <= can_win:
            continue
        least = table[facts.prize_places - 1].halves
        out = {row.number for row in table if row.halves + can_win < least}
        game = next((game for game in games if game.second and table[0].number in game.players), None)
        free = {number for board in games if board.second for number in board.players} & out
        if game is not None and not out & set(game.players) and free:
            yield at(game, f"an opponent who can win no prize, such as {min(free)}: nobody catches {table[0].number}")


def _king_of_the_hill(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    if document is None or document.pairing_plan is UNSET:
        return
    try:
        plan = parse_plan(document.pairing_plan)
    except (BadPlan, BadRequest):
        return
    for row in document.rounds:
        line = line_for(plan, row.number)
        games = facts.rounds.get(row.number, ())
        after = row.number - 1 - line.lag if row.paired_after is None else row.paired_after
        if line.method != "king_of_the_hill" or line.repeats is not Repeats.ALLOW or not 0 < after < len(facts.tables):
            continue
        playing = {number for game in games if game.second for number in game.players}
        top = [standing.number for standing in facts.tables[after] if standing.number in playing][:2]
        game = next((game for game in games if game.second and top and top[0] in game.players), None)
        kept_apart = any(set(top) == {board.player, board.opponent} for board in _asked_boards(facts, "forbidden"))
        if game is not None and set(game.players) != set(top) and not kept_apart:
            yield at(game, f"{top[0]} against {top[1]}, first and second of those who play after round {after}")


QUESTIONS = (
    Question(214, Weight.SERIOUS, "No two meet whom the event’s own rules keep apart.", "suite", _forbidden),
    Question(215, Weight.SERIOUS, "Whom the event’s own rules ask to meet in a round, or to have its bye, do.", "suite", _forced),
    Question(216, Weight.SLIGHT, "In a round robin of whole laps every two meet once a lap.", "suite", _equally_often),
    Question(217, Weight.SERIOUS, "Players of one club, family, team or country do not meet in rounds in which the event’s own rules never let them.", "suite", _apart),
    Question(218, Weight.SLIGHT, "No two of one team meet twice, unless it is more than half of the field, but in a round robin.", "suite", _team_mates),
    Question(219, Weight.SLIGHT, "A leader whom nobody can catch by wins meets nobody who can still win a prize while another plays, where the file says how many places win one.", "suite", _decided),
    Question(220, Weight.SERIOUS, "In a round that the file calls King of the Hill, repeats allowed, the first of those who play meets the second.", "suite", _king_of_the_hill),
)  # fmt: skip
