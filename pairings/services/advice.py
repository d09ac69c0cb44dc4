"""Advice on formats in a director's words."""

from django.utils.translation import ngettext_lazy as plural

from ..engine.advice import AdviceCode, advise

SENTENCES = {
    AdviceCode.ROUND_ROBIN: plural(
        "A round robin fits: everybody meets everybody once.",
        "A round robin fits: everybody meets everybody %(number)d times.",
        "number",
    ),
    AdviceCode.ROUNDS_FOR_ROUND_ROBIN: plural(
        "A round robin would take %(number)d round.", "A round robin would take %(number)d rounds.", "number"
    ),
    AdviceCode.QUADS: plural(
        "Quads fit: %(number)d group of four, everybody meets the other three.",
        "Quads fit: %(number)d groups of four, everybody meets the other three.",
        "number",
    ),
    AdviceCode.REPEATS: plural(
        "After round %(number)d some players must meet again.",
        "After round %(number)d some players must meet again.",
        "number",
    ),
    AdviceCode.SWISS: plural(
        "Swiss fits: at most one player stays unbeaten.",
        "Swiss is too short to find one winner: %(number)d players may stay unbeaten, and spread decides between them.",
        "number",
    ),
    AdviceCode.LAST_ROUND: plural(
        "King of the Hill in the last round lets neighbours in the table play for the places.",
        "King of the Hill in the last round lets neighbours in the table play for the places.",
        "number",
    ),
    AdviceCode.BYES: plural(
        "The number of players is odd: there will be a bye.",
        "The number of players is odd: there will be a bye in each of the %(number)d rounds.",
        "number",
    ),
}


def format_advice(players: int, rounds: int) -> list[str]:
    """Sentences about a field: "24 players, 9 rounds: ..."."""
    return [str(SENTENCES[advice.code] % {"number": advice.number}) for advice in advise(players, rounds)]
