"""A board's reason, which is stored in English, as sentences that a page can say in its reader's language.

A reason is made of clauses with semicolons between them (`reasons.py`, `starts/starters.py`, `tournaments/engine/starts.py`). A clause
that none of the messages below could have made is given back as it stands: what the director wrote.
"""

import re
from decimal import Decimal
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
    catalogued("both are {state} then"),
    catalogued("then {number} is {state}, {other} {other_state}"),
    catalogued("chosen together with the last round, so that the starts of all even out"),
    catalogued("{why} with even starts"),
    # a board asked for, or changed once it stood
    catalogued("bye: {why}"),
    catalogued("asked for by the director"),
    catalogued("changed by the director"),
    catalogued("met in round {list}"),
    catalogued("has had {number} bye"),
    catalogued("has had {number} byes"),
    catalogued("opponent ejected"),
    catalogued("joined late"),
    catalogued("an earlier start was corrected"),
    catalogued("the start of the round was undone"),
    # where it is played
    catalogued("in order of rank: board {number} of the round"),
    catalogued("player {number} sits here in this event"),
    catalogued("the opponent comes to this table"),
    catalogued("players {number} and {other} both sit here in this event"),
    catalogued("players {number} and {other} both have a table of their own"),
    catalogued("this is player {number}'s"),
    catalogued("the first free table"),
    catalogued("players changed by the director"),
    catalogued("the table stays"),
    # rounds that follow a table, and knockout
    catalogued("{where}, round {number} of {last}"),
    catalogued("{where}, cycle {number}"),
    catalogued("group {number}"),
    catalogued("initial group {number}"),
    catalogued("quad {number}"),
    catalogued("round robin"),
    catalogued("team match {number} of {last}"),
    catalogued("the two halves meet"),
    catalogued("your team sits out"),
    catalogued("starts are balanced over the rounds of the groups"),
    catalogued("starts are balanced over the initial rounds"),
    catalogued("starts are balanced over the rounds of the quad"),
    catalogued("starts are balanced over the rounds of the two halves"),
    catalogued("starts are balanced over the team matches"),
    catalogued("starts are balanced over the whole round robin"),
    catalogued("final"),
    catalogued("semi-final"),
    catalogued("quarter-final"),
    catalogued("round of {number}"),
    catalogued("{where}, game {number} of {last}"),
    catalogued("seeds {number} and {other}"),
    catalogued("an empty place in the bracket"),
    # Australian draw
    catalogued("places {number} and {other}, top half against bottom half"),
    catalogued("place {number} meets the highest left to play, place {other}"),
    catalogued("{why}, before round {number} and forgotten"),
    catalogued("rank {number}, the odd one of the casement"),
    catalogued("rank {number}, nobody left to play but the empty place"),
    # what is still to be won
    catalogued("place {number} is settled"),
    catalogued("both places are settled"),
    catalogued("places {number} and {other} are both settled"),
    catalogued("place {number} is settled, so the bye decides nothing"),
    catalogued("place {number}, the highest with the fewest byes"),
    catalogued("place {number}, where it costs the other boards least"),
    catalogued("place {number} costs the other boards least"),
    catalogued("place {number} can still win a prize"),
    catalogued("place {number} can no longer win a prize"),
    catalogued("places {number} and {other} can still win a prize"),
    catalogued("places {number} and {other} can still win a prize, as near as even starts allow"),
    catalogued("places {number} and {other}, with settled places around them, can only catch each other"),
    catalogued("place {number} leads"),
    catalogued("place {number}, the lowest left who can still catch up"),
    catalogued("place {number}, who cannot catch up"),
    catalogued("place {number} is the lowest who can still hope for place {other}"),
    catalogued("place {number}, of those down to place {last} who can still hope for place {other}"),
    catalogued("place {number} against place {other}, though only those down to place {last} can hope for it"),
    catalogued("place {number}'s chance of a prize is {share} after a win, {other_share} after a loss"),
    catalogued("last round: places {number} and {other}, neighbours who can still win a prize"),
    catalogued("last round: place {number} can still win a prize, and place {other} is the next one free"),
    catalogued("last round: places {number} and {other} can still win a prize of their class"),
    catalogued("two rounds left and six still play for the top places: place {number} meets place {other}"),
    catalogued("place {number} must be able to catch place {other} by winning every game"),
    catalogued("place {number} must be able to catch place {other} by winning every game ({shares})"),
    catalogued("place {number} stands next above"),
)
PARTS = (
    catalogued("even"),
    catalogued("{number} ahead"),
    catalogued("{number} behind"),
    catalogued("{number}%"),
    catalogued("first in {share} of the trials where they meet, {other_share} where not"),
    catalogued("round {number}"),
    catalogued("rounds {list} and {number}"),
    catalogued("{number} start of {games} against {other} of {other_games}"),
    catalogued("{number} starts of {games} against {other} of {other_games}"),
    catalogued("{number} start and {replies} reply"),
    catalogued("{number} start and {replies} replies"),
    catalogued("{number} starts and {replies} reply"),
    catalogued("{number} starts and {replies} replies"),
)
STARTS = tuple((message.partition("{")[0], message) for message in (*CLAUSES, *PARTS))
RECORD, NUMBER, WORDS = r"\d+(?:\.5)?-\d+(?:\.5)?", r"\d+", ".+"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
RECORDS = frozenset(("record", "other_record"))
# What stands for these is a clause or part itself.
IN_WORDS = frozenset(
    (
        "rounds",
        "counts",
        "sides",
        "other_sides",
        "why",
        "where",
        "state",
        "other_state",
        "share",
        "other_share",
        "shares",
    )
)


@cache
def shape_of(message: str) -> re.Pattern[str]:
    """What a message looks like with its values in it: a number where the placeholder's name says nothing else."""
    texts = PLACEHOLDER.split(message)
    shapes = dict.fromkeys(RECORDS, RECORD) | dict.fromkeys(IN_WORDS, WORDS) | {"list": r"[\d, ]+"}
    pieces = [f"(?P<{text}>{shapes.get(text, NUMBER)})" if at % 2 else re.escape(text) for at, text in enumerate(texts)]
    return re.compile("".join(pieces))


@lru_cache(maxsize=4096)
def reason_words(reason: str) -> str:
    """A stored reason, clause by clause."""
    *before, last = reason.split(BETWEEN)
    sentence: str = _known(last) or last
    for clause in reversed(before):
        sentence = Sentence("{clause}; {rest}", clause=_known(clause) or clause, rest=sentence)
    return sentence


@lru_cache(maxsize=4096)
def _known(text: str) -> Sentence | None:
    """The clause or part; None where no message can have made all of it."""
    for start, message in STARTS:
        if text.startswith(start) and (match := shape_of(message).fullmatch(text)):
            values = {name: _value(name, text) for name, text in match.groupdict().items()}
            if None not in values.values():
                return Sentence(message, **values)
    return None


def _value(name: str, text: str) -> str | None:
    if name in RECORDS:
        wins, losses = text.split("-")
        return Sentence("{wins}-{losses}", wins=Decimal(wins), losses=Decimal(losses))
    return _known(text) if name in IN_WORDS else text
