"""What must fit together in a rulebook so that every engine can work with it: asked of files, held for the suite's own."""

from collections.abc import Iterator

from .choices import OPTIONS, ChoiceNotAllowed, effective
from .deriving import Path, provision_at
from .model import Rulebook
from .outcomes import AfterTime
from .terms import MINUTE, ElectWhen, NoClocks, StartTest, WordSourceRule

BALANCES = (
    (StartTest.FEWER_STARTS, StartTest.DRAW),
    (StartTest.FEWER_STARTS, StartTest.MORE_REPLIES, StartTest.DRAW),
    (StartTest.DRAW,),
)
Fault = tuple[
    tuple[Path, ...], str
]  # the provisions that do not fit, the one to look at first; a sentence with the remedy
MINUTES = ("before", "game_time", "seconds")


def faults(book: Rulebook) -> Iterator[Fault]:
    """Everything that does not fit together."""
    yield from _before(book)
    yield from _during_and_after(book)
    yield from _choices(book)


def _before(book: Rulebook) -> Iterator[Fault]:
    sources = [provision_at(book, ("before", "word_source"))]
    for rule in [sources[0].value, *(choice.value for choice in sources[0].choices)]:
        if says := _word_source(rule):
            yield (("before", "word_source"),), says
    if book.before.game_time.seconds.value % MINUTE:
        yield (MINUTES,), "The time is not whole minutes. Write a multiple of 60."
    clocks = book.before.no_clocks.value
    if clocks.policy is NoClocks.SAND_TIMERS and clocks.sand is None:
        yield (
            (("before", "no_clocks"),),
            "Sand timers need their times. Write sand = {stop_after = ..., per_move = ...}.",
        )
    if book.starting.who_starts.balance.value not in BALANCES:
        known = " or ".join("[" + ", ".join(f'"{test}"' for test in tests) + "]" for tests in BALANCES)
        yield (("starting", "who_starts", "balance"),), f"These tests are not known in this order. Write {known}."
    elect = book.starting.may_elect.value
    if elect.when is ElectWhen.ASSIGNED_TIME_BELOW and elect.below is None:
        yield (("starting", "may_elect"),), "Below which time is not said. Write below = 900, in seconds."


def _word_source(rule: WordSourceRule) -> str:
    """What is wrong with a word source, "" where nothing is."""
    if not rule.editions or not all(edition.lists for edition in rule.editions):
        return "A word source names at least one list. Write editions = [{lists = [{name = ...}]}]."
    if any(word_list.min_length > word_list.max_length for edition in rule.editions for word_list in edition.lists):
        return "A list begins at more letters than it ends at. Let min_length be at most max_length."
    first, *later = [edition.first_end for edition in rule.editions]
    days = [day for day in later if day is not None]
    if first is not None or len(days) < len(later) or days != sorted(set(days)):
        return "Editions stand oldest first: the first without first_end, each later one with a later first_end."
    return ""


def _during_and_after(book: Rulebook) -> Iterator[Fault]:
    conduct, late = ("during", "eight_tiles", "conduct"), ("starting", "lateness_forfeit", "deliberate_level")
    levels = book.during.eight_tiles.conduct.value
    if not book.results.offence_levels.value and (
        levels.knowingly or levels.undisclosed or book.starting.lateness_forfeit.deliberate_level.value
    ):
        says = (
            f'The book has no offence levels. Write "none" for those of {".".join(conduct)} and for {".".join(late)}.'
        )
        yield (conduct, late, ("results", "offence_levels")), says
    overtime = book.ending.overtime
    after_time = ("ending", "overtime", "after_time")
    if overtime.after_time.value is AfterTime.GAME_ENDS:
        if overtime.points.value:
            points = ("ending", "overtime", "points")
            yield (
                (points, after_time),
                f"Time up ends the game, so no overtime is played. Write 0 for {'.'.join(points)}.",
            )
        if book.ending.overtime_forfeit.value is not None:
            says = 'Time up ends the game, so no overtime is played. Write "none" for ending.overtime_forfeit.'
            yield (("ending", "overtime_forfeit"), after_time), says
    faults_counted = [each.fault for each in book.during.objections.value]
    if len(set(faults_counted)) < len(faults_counted):
        yield (("during", "objections"),), "A fault is counted twice. Name each once."


def _choices(book: Rulebook) -> Iterator[Fault]:
    """Every code on offer can be chosen, and the book's own value is among them."""
    for option in OPTIONS:
        provision = provision_at(book, option.path)
        if provision.choices and provision.value not in [choice.value for choice in provision.choices]:
            yield (option.path,), "The book's own value is not among its choices. Add a choice for it."
        for choice in provision.choices:
            try:
                effective(book, {option.key: choice.code})
            except ChoiceNotAllowed as error:
                yield (option.path,), f"A choice cannot be made: {error}"
        span = provision.span
        if span is not None and not span.low <= (own := provision.value // option.unit) <= span.high:
            yield (option.path,), f"The book's own value is outside its span. Let the span hold {own}."
