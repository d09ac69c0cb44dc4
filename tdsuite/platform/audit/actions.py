"""The registry of actions: every kind of decision that the record can name, and what it touches."""

from enum import Flag, StrEnum, auto
from typing import Any


class Touches(Flag):
    """What a decision changes. Stale drafts, prints and state versions ask for it.

    The numbers are stored (`DivisionChange.touches`): a new one goes after the others.
    """

    NOTHING = 0
    RESULTS = auto()  # how games ended
    SCORES = auto()  # points or spread beside the result
    ROSTER = auto()  # who plays, and in which rounds
    BOARDS = auto()  # who meets whom in published rounds
    STARTS = auto()  # who started
    RULES = auto()  # by which settings and rules rounds are paired and ranked
    DRAFTS = auto()  # boards that are not published yet
    PRINTS = auto()  # what finished prints show
    TABLES = auto()  # where published boards are played
    SIGNATURES = auto()  # what players signed

    STATE = RESULTS | SCORES | ROSTER | BOARDS | STARTS | RULES  # what drafts are made from
    FOR_GOOD = RESULTS | SIGNATURES  # from the first one on an event stays what it is, a real one or practice


class Action(StrEnum):
    """The kind of a decision. Each package declares its own in a subclass, in its `actions.py`.

    A member is written as (name in the record, label, what happened, what it touches, private reason); the last three may be left out.

    Attributes:
        label: as the record page lists it, such as "Result entered".
        happened: the same as a clause, such as "a result was entered".
        touches: what it changes.
        private: its reason may be medical: only those who decide such things read it.
    """

    label: str
    happened: str
    touches: Touches
    private: bool

    def __new__(
        cls, value: str, label: str, happened: str = "", touches: Touches = Touches.NOTHING, private: bool = False
    ) -> "Action":
        action = str.__new__(cls, value)
        action._value_ = value
        action.label, action.happened, action.touches, action.private = label, happened, touches, private
        return action

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for action in cls:
            if ACTIONS.setdefault(action.value, action) is not action:
                raise ValueError(f"{action.value!r} is declared twice")


ACTIONS: dict[str, Action] = {}


def label_of(name: str) -> str:
    """The label of an action by its name in the record; of one that is no longer declared, its name in words."""
    action = ACTIONS.get(name)
    return action.label if action else name.replace(".", " ").replace("_", " ").capitalize()


class AuditAction(Action):
    """Decisions about the record itself."""

    CHAIN_ACCEPTED = "record.chain_accepted", "Record taken on as it stands"
