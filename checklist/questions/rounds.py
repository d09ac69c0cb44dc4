"""Questions about ranks that a file states round by round, and about when its rounds are played."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from checklist.questions.model import DivisionFacts, Failure, Question, Weight
from tdsuite.formats.standings import spread_caps_of

LEAST_MINUTES = 15  # from the start of a round to that of the next
ONE_DAY = timedelta(days=1)
LONGEST_RANK = 6  # digits; what is longer is none
CAPPED, WITHOUT_CAPS = "rcrank", "rrank"  # what tsh calls the ranks after rounds 0, 1, ...


def _ranks_without_caps(facts: DivisionFacts, round_: int) -> dict[int, int]:
    table = facts.tables[round_]
    keys = sorted((-row.halves, -row.uncapped_spread) for row in table)
    return {row.number: keys.index((-row.halves, -row.uncapped_spread)) + 1 for row in table}


def _ranks_by_round(facts: DivisionFacts) -> Iterator[Failure]:
    stated: dict[int, dict[int, int]] = {}
    for row in facts.division.players:
        words = dict(row.extras)
        ranks = words.get(CAPPED if spread_caps_of(facts.division) and CAPPED in words else WITHOUT_CAPS, "").split()
        for round_, rank in enumerate(ranks[1:], start=1):
            if (
                rank.isdecimal()
                and len(rank) < LONGEST_RANK
                and int(rank)
                and row.number is not None
                and round_ < len(facts.tables)
            ):
                stated.setdefault(round_, {})[row.number] = int(rank)
    capped = bool(spread_caps_of(facts.division)) and any(CAPPED in dict(row.extras) for row in facts.division.players)
    for round_, ranks_of_round in stated.items():
        own = {row.number: row.rank for row in facts.tables[round_]} if capped else _ranks_without_caps(facts, round_)
        if round_ > facts.division.complete_rounds or set(own) != set(ranks_of_round):
            continue  # somebody came later or has left, whom tsh ranks otherwise
        wrong = [number for number, rank in ranks_of_round.items() if own[number] != rank]
        if wrong:
            example = f"rank {own[wrong[0]]} for {wrong[0]}, not {ranks_of_round[wrong[0]]}"
            yield Failure(
                round_, tuple(wrong), f"{example}: {len(wrong)} ranks are not those of the games as they stand"
            )


def _wins_first(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    if document is None:
        return
    bottom = {row.number for row in facts.division.players if row.at_bottom}
    lines = sorted((line for line in document.standings.table if line.player not in bottom), key=lambda line: line.rank)
    for above, line in pairwise(lines):
        if line.halves > above.halves:
            yield Failure(
                document.standings.after, (line.player,), f"a rank above that of {above.player}, who has fewer wins"
            )


def _last_round_from_the_one_before(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    for row in document.rounds if document is not None and not facts.round_robin else ():
        last = row.number == document.planned_rounds > 2 if document is not None else False
        if last and row.games and row.paired_after is not None and row.paired_after < row.number - 1:
            yield Failure(row.number, (), f"the standings after round {row.number - 1}, not after {row.paired_after}")


def _finished(facts: DivisionFacts) -> Iterator[Failure]:
    division = facts.division.document
    if division is None or facts.event is None or facts.event.document is None:
        return
    if facts.event.document.status == "finished":
        played = {row.number for row in division.rounds if row.games and row.status == "closed"}
        for number in range(1, division.planned_rounds + 1):
            if number not in played:
                yield Failure(number, (), "a closed round with games: the event is finished")


def _on_its_days(facts: DivisionFacts) -> Iterator[Failure]:
    division, event = facts.division.document, facts.event.document if facts.event is not None else None
    if division is None or event is None:
        return
    try:
        zone = ZoneInfo(event.time_zone)
    except (ValueError, OSError, KeyError):
        return
    for row in division.rounds:
        began = row.started_at or row.scheduled_at
        day = began.astimezone(zone).date() if began is not None else event.starts_on
        if event.starts_on - day > ONE_DAY or day - event.ends_on > ONE_DAY:
            yield Failure(row.number, (), f"a day of the event, {event.starts_on} to {event.ends_on}, not {day}")


QUESTIONS = (
    Question(519, Weight.SERIOUS, "The ranks that tsh’s files state after each round are those of the games.", "suite", _ranks_by_round),
    Question(520, Weight.GRAVE, "Whatever breaks ties, who has more wins stands higher in the stated standings, but who was ejected.", "suite", _wins_first),
    Question(526, Weight.SLIGHT, "The last round is paired from the standings after the round before it, but in a round robin.", "suite", _last_round_from_the_one_before),
    Question(527, Weight.SERIOUS, "An event that is finished has every planned round, closed.", "suite", _finished),
    Question(528, Weight.SERIOUS, "Rounds fall on the days of the event, or a day beside them.", "suite", _on_its_days),
)  # fmt: skip
