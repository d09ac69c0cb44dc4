"""Questions about classes, and about prizes as the suite's document has them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from string import ascii_uppercase, digits

from checklist.questions.model import DivisionFacts, Failure, Question, Weight, at
from tdsuite.formats.event_json.document import DocumentPrize
from tdsuite.formats.standings import PLAYED

OF_EVERYBODY = "place"  # the basis of prizes by final rank


def _prizes(facts: DivisionFacts) -> Sequence[DocumentPrize]:
    return facts.division.document.prizes if facts.division.document is not None else ()


def _classes_by_rating(facts: DivisionFacts) -> Iterator[Failure]:
    rows = [row for row in facts.division.players if row.class_name and row.rating and row.number is not None]
    names = sorted({row.class_name for row in rows})
    if "".join(names) not in (ascii_uppercase[: len(names)], digits[1 : len(names) + 1]):
        return  # classes of another kind, such as O (open) and Y (youth)
    for higher, lower in pairwise(names):
        weakest = min((row for row in rows if row.class_name == higher), key=lambda row: row.rating or 0)
        for row in rows:
            if row.class_name == lower and (row.rating or 0) > (weakest.rating or 0):
                words = f"class {higher}, which has {weakest.name} with {weakest.rating}, not {lower} with {row.rating}"
                yield Failure(0, (row.number or 0,), words)


def _somebody_for_it(facts: DivisionFacts) -> Iterator[Failure]:
    classes = {row.class_name for row in facts.division.players}
    teams = Counter(row.team for row in facts.division.players if row.team)
    for prize in _prizes(facts):
        if prize.class_name and prize.class_name not in classes:
            yield Failure(0, (), f"players of class {prize.class_name}, for whom {prize.title!r} is")
        if prize.basis == "team" and max(teams.values(), default=0) < (prize.team_size or 1):
            yield Failure(0, (), f"a team of {prize.team_size or 1} or more, for which {prize.title!r} is")


def _once(facts: DivisionFacts) -> Iterator[Failure]:
    places = Counter(
        (prize.basis, prize.class_name, prize.round_number or 0, prize.team_size or 0, prize.place)
        for prize in _prizes(facts)
        if prize.basis != "by_hand"
    )
    for (basis, class_name, round_, _, place), count in places.items():
        if count > 1:
            words = f"{basis.replace('_', ' ')} {place}" + (f" of class {class_name}" if class_name else "")
            yield Failure(round_, (), f"one prize for {words}, not {count}")


def _fall(facts: DivisionFacts) -> Iterator[Failure]:
    by_list: dict[tuple[str, str, int], list[DocumentPrize]] = {}
    for prize in _prizes(facts):
        if prize.basis in (OF_EVERYBODY, "class") and prize.money:
            key = (prize.basis, prize.class_name, prize.round_number or 0)
            by_list.setdefault(key, []).append(prize)
    for prizes in by_list.values():
        for above, below in pairwise(sorted(prizes, key=lambda prize: prize.place)):
            if below.money > above.money:
                yield Failure(
                    0, (), f"at most the money of {above.title!r} for {below.title!r}, which is for a lower place"
                )


def _as_many_places(facts: DivisionFacts) -> Iterator[Failure]:
    listed = [prize.place for prize in _prizes(facts) if prize.basis == OF_EVERYBODY and not prize.round_number]
    places = max(listed, default=0)
    if places and facts.prize_places and facts.prize_places != places:
        yield Failure(0, (), f"{places} prize places, as many as there are prizes by rank, not {facts.prize_places}")


def _of_a_round(facts: DivisionFacts) -> Iterator[Failure]:
    for prize in _prizes(facts):
        if (prize.round_number or 0) > facts.planned_rounds:
            yield Failure(0, (), f"a round of the event for {prize.title!r}, not round {prize.round_number}")


def _claims(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    for claim in document.high_claims if document is not None else ():
        for game in facts.division.games:
            mine = game.round == claim.round and game.match_game == claim.match_game and claim.player in game.players
            if not mine or claim.status == "refused" or game.outcome not in PLAYED:
                continue
            score = game.first_score if game.first == claim.player else game.second_score
            if score is not None and claim.points > score:
                yield at(game, f"a play of at most the {score} points of the game, not {claim.points} for {claim.word}")


QUESTIONS = (
    Question(701, Weight.SLIGHT, "Classes A, B, C go by rating: nobody of a lower one is rated above somebody of a higher one.", "suite", _classes_by_rating),
    Question(702, Weight.SERIOUS, "A prize of a class has players in it, one of teams a team that is large enough.", "suite", _somebody_for_it),
    Question(703, Weight.SERIOUS, "No prize is given twice: one of each kind, class, round and place.", "suite", _once),
    Question(704, Weight.SLIGHT, "No lower place has a larger prize.", "suite", _fall),
    Question(705, Weight.SERIOUS, "The stated prize places, by which rounds are paired, are those of the prizes.", "suite", _as_many_places),
    Question(706, Weight.SERIOUS, "A prize of a round is for a round of the event.", "suite", _of_a_round),
    Question(707, Weight.SERIOUS, "A high play has no more points than the player had in its game.", "suite", _claims),
)  # fmt: skip
