"""A board's reason, which is stored in English, as sentences that a page can say in its reader's language.

A reason is made of clauses with semicolons between them (`reasons.py`, `starts/starters.py`, `tournaments/engine/starts.py`). A clause
that none of the messages below could have made is given back as it stands: what the director wrote, or a rarer method's own.
"""

import re
from functools import cache, lru_cache

from tdsuite.platform.sentences import Sentence, catalogued

BETWEEN = "; "
CLAUSES = (
    catalogued("they have not met"),
    catalogued("repeat of {rounds}: without it {number} players could not be paired"),
    catalogued("repeat of {rounds}"),
    catalogued("you also met in {rounds}"),
    catalogued("both {record}"),
    catalogued("{record} and {other_record}, the same wins"),
    catalogued("{record} against {other_record}, as close as the whole round allows"),
    catalogued("{record} against {other_record}, one of your last two opponents, now for even starts"),
    catalogued("places {number} and {other}"),
    catalogued("places {number} and {other}, as near as the whole round allows"),
    catalogued("drawn at random"),
    catalogued("set by the director"),
    catalogued("start set by the director"),
    catalogued("your turn to sit out"),
    catalogued("your opponent is absent"),
    catalogued("bye: you offered to sit out"),
    catalogued("bye: lowest rank {number}"),
    catalogued("bye: fewest byes ({byes}), lowest rank {number}"),
    catalogued("bye: fewest byes ({byes}), highest rank {number}"),
    catalogued("bye: fewest byes ({byes}), lowest rank {number} of the largest team"),
    catalogued("bye: fewest byes ({byes}), highest rank {number} of the largest team"),
    catalogued("{why} of those whose bye lets all others be paired"),
    catalogued("tiles are drawn for every game"),
    catalogued("records are compared before the game: who starts an earlier game is not known yet"),
    catalogued("fewer starts: {counts}"),
    catalogued("equal: {counts}"),
    catalogued("by the event's seed"),
    catalogued("starts equal at {number}"),
    catalogued("more replies: {number} against {other}"),
    catalogued("replied last, the other started last"),
    catalogued("replied when the two last differed"),
    catalogued("replied when the two last met"),
    catalogued("equal at {number} of {other}"),
    catalogued("further behind even: {sides} against {other_sides}"),
    catalogued("turned round, as nobody has one side more than {number} times in a row"),
)
PARTS = (
    catalogued("round {number}"),
    catalogued("rounds {list} and {number}"),
    catalogued("{number} start of {games} against {other} of {other_games}"),
    catalogued("{number} starts of {games} against {other} of {other_games}"),
    catalogued("{number} start and {replies} reply"),
    catalogued("{number} start and {replies} replies"),
    catalogued("{number} starts and {replies} reply"),
    catalogued("{number} starts and {replies} replies"),
)
RECORD, NUMBER = r"[\d.]+-[\d.]+", r"\d+"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
SHAPES = {
    "record": RECORD, "other_record": RECORD, "list": r"[\d, ]+", "why": ".+", "rounds": ".+", "counts": ".+", "sides": ".+",
    "other_sides": ".+",
}  # fmt: skip


@cache
def shape_of(message: str) -> re.Pattern[str]:
    """What a message looks like with its values in it: a number where the placeholder's name is none of `SHAPES`."""
    texts = PLACEHOLDER.split(message)
    pieces = [f"(?P<{text}>{SHAPES.get(text, NUMBER)})" if at % 2 else re.escape(text) for at, text in enumerate(texts)]
    return re.compile("".join(pieces))


@lru_cache(maxsize=4096)
def reason_words(reason: str) -> str:
    """A stored reason, clause by clause."""
    *before, last = reason.split(BETWEEN)
    sentence: str = _clause(last)
    for clause in reversed(before):
        sentence = Sentence("{clause}; {rest}", clause=_clause(clause), rest=sentence)
    return sentence


def _clause(text: str) -> str:
    for message in (*CLAUSES, *PARTS):
        if match := shape_of(message).fullmatch(text):
            return Sentence(message, **{name: _clause(value) for name, value in match.groupdict().items()})
    return text
