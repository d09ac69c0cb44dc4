"""Questions about the players of a file, and about what it says of the event."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from msgspec import UNSET

from checklist.questions.model import DivisionFacts, Failure, Question, Weight, rules_of
from tdsuite.formats.model import FileFormat, ImportedFile, RosterRow

NASPA_NUMBER = re.compile(r"[A-Z]{2}[0-9]{6}")
LONGEST_EVENT = timedelta(days=28)
LEAST_PLAYERS = 4  # of a division that NASPA rates
STANDARD_MINUTES = 25
TSH = (FileFormat.TSH, FileFormat.TOURNEY_JS)


def _rows(facts: DivisionFacts) -> Iterator[tuple[int, RosterRow]]:
    for row in facts.division.players:
        if row.number is not None:
            yield row.number, row


def _countries(facts: DivisionFacts) -> Iterator[Failure]:
    for number, row in _rows(facts):
        if row.country and not re.fullmatch(r"[A-Z]{3}", row.country):
            yield Failure(0, (number,), f"a country as three capital letters, such as NZL, not {row.country}")


def _name_and_day(event: ImportedFile) -> Iterator[Failure]:
    if event.format in (FileFormat.TOU, FileFormat.TOURNEY_JS, FileFormat.EVENT_JSON):
        missing = [word for word, value in (("name", event.event_name), ("day", event.event_date)) if not value]
        if missing:
            yield Failure(0, (), f"the event's {' and '.join(missing)}")


def _ends(event: ImportedFile) -> Iterator[Failure]:
    begins, ends = event.event_date, event.settings.get("ends_on")
    if begins is not None and ends is not None and not timedelta(0) <= ends - begins <= LONGEST_EVENT:
        yield Failure(0, (), f"a last day on or up to four weeks after {begins}, not {ends}")


def _lexicon(facts: DivisionFacts) -> Iterator[Failure]:
    document = facts.division.document
    if document is not None and (document.lexicon is UNSET or not document.lexicon.strip()):
        yield Failure(0, (), "the word list that was used")


def _game_time(event: ImportedFile) -> Iterator[Failure]:
    if event.document is not None and event.document.game_minutes != STANDARD_MINUTES:
        yield Failure(0, (), f"games of {STANDARD_MINUTES} minutes a player, not {event.document.game_minutes}")


def _standard(event: ImportedFile) -> Iterator[Failure]:
    rules = rules_of(event)
    for choice in rules.chosen if rules is not None else ():
        if choice.warning and choice.key != "game_minutes":
            yield Failure(0, (), f"standard rules. {choice.warning}")


def _rulebook(event: ImportedFile) -> Iterator[Failure]:
    if event.document is not None and not event.document.rulebook_file and rules_of(event) is None:
        yield Failure(
            0, (), f"a rulebook that there is, and choices that it leaves open, not {event.document.rulebook!r}"
        )


def _forms(facts: DivisionFacts) -> Iterator[Failure]:
    for number, row in _rows(facts):
        if row.naspa_id and not NASPA_NUMBER.fullmatch(row.naspa_id):
            yield Failure(0, (number,), f"a number such as AA000000, not {row.naspa_id}")


def _lifetime(facts: DivisionFacts) -> Iterator[Failure]:
    rows = [(number, row) for number, row in _rows(facts) if row.rating]
    if any(row.lifetime_games is not None for _, row in rows):
        missing = tuple(number for number, row in rows if row.lifetime_games is None)
        if missing:
            yield Failure(
                0, missing, f"games before the event for each of {len(missing)} rated players, as others have"
            )


def _enough(facts: DivisionFacts) -> Iterator[Failure]:
    if facts.pairs and len(facts.numbers) < LEAST_PLAYERS:
        yield Failure(0, facts.numbers, f"{LEAST_PLAYERS} players or more, not {len(facts.numbers)}")


def _one_rated(facts: DivisionFacts) -> Iterator[Failure]:
    says = facts.event is not None and facts.event.format is not FileFormat.TOU
    if says and facts.pairs and not any(row.rating for _, row in _rows(facts)):
        yield Failure(0, (), "one rated player or more")


def _in_two_divisions(event: ImportedFile) -> Iterator[Failure]:
    places: dict[str, list[str]] = {}
    for division in event.divisions:
        for name in sorted({row.name.casefold() for row in division.players}):
            places.setdefault(name, []).append(division.name)
    for name, divisions in places.items():
        if len(divisions) > 1:
            yield Failure(0, (), f"one division for {name.title()}, not {' and '.join(divisions)}")


def _stand_ins(facts: DivisionFacts) -> Iterator[Failure]:
    ratings = Counter(row.rating for _, row in _rows(facts) if row.rating)
    if ratings.total() >= 8:
        rating, count = ratings.most_common(1)[0]
        if count * 4 > ratings.total():
            yield Failure(0, (), f"0 for who has no rating: {count} of {ratings.total()} players have {rating}")


def _gone(facts: DivisionFacts) -> Iterator[Failure]:
    last = max(facts.rounds, default=0)
    playing = sum(last in own for own in facts.own_rounds.values())
    for number, row in _rows(facts) if playing * 2 >= len(facts.numbers) else ():
        own = facts.own_rounds[number]
        away = row.withdrawn_from or row.off is not None or last in row.absences or number in facts.division.left_out
        if own and max(own) < last - 1 and not away:
            yield Failure(
                max(own) + 1, (number,), "a mark that the player is gone, or a result in each round to the end"
            )


QUESTIONS = (
    Question(616, Weight.SLIGHT, "Countries are three capital letters.", "suite", _countries),
    Question(617, Weight.SERIOUS, "The event has a name and a day, where the format has a place for them.", "suite", of_event=_name_and_day),
    Question(618, Weight.SERIOUS, "The event ends on the day it begins, or up to four weeks later.", "suite", of_event=_ends),
    Question(619, Weight.SLIGHT, "The event’s document names the word list.", "WESPA 1.2, NSA I.A.1", _lexicon),
    Question(620, Weight.SLIGHT, "Games are of 25 minutes a player.", "WESPA 5.3.5, NSA I.A.3", of_event=_game_time),
    Question(621, Weight.SLIGHT, "Nothing is chosen that may make the event non-ratable.", "WESPA 3.10.15(d)", of_event=_standard),
    Question(622, Weight.SERIOUS, "The event’s rulebook is one that there is, and its choices are those that it leaves open.", "suite", of_event=_rulebook),
    Question(623, Weight.SLIGHT, "NASPA numbers are two letters and six digits.", "suite", _forms),
    Question(624, Weight.SLIGHT, "Where the file gives lifetime games, it gives those of every rated player.", "suite", _lifetime),
    Question(625, Weight.SLIGHT, "A division has four players or more.", "suite", _enough),
    Question(626, Weight.SLIGHT, "One player or more has a rating, but in a .TOU, which has none.", "suite", _one_rated),
    Question(627, Weight.SERIOUS, "Nobody is in two divisions.", "suite", of_event=_in_two_divisions),
    Question(628, Weight.SLIGHT, "No rating is that of more than a quarter of the rated players (8 or more).", "suite", _stand_ins),
    Question(629, Weight.SLIGHT, "Who plays no more, two rounds or more before the end, is marked as gone, unless the last round is for fewer than half.", "suite", _gone),
)  # fmt: skip
