"""Who may do what: one table, asked by pages, templates, API and services alike."""

from enum import StrEnum


class Role(StrEnum):
    """A person's part in one tournament, most powers first."""

    ORGANISER = "organiser"
    DIRECTOR = "director"
    SCORER = "scorer"
    JUDGE = "judge"
    OFFICIAL = "official"
    PLAYER = "player"
    PUBLIC = "public"


class Can(StrEnum):
    """A capability. What no role holds, only an administrator may do."""

    CREATE_TOURNAMENT = "create a tournament"
    MANAGE_TOURNAMENT = "change the event's settings and who helps run it"
    SEE_CONSOLE = "see the director's console"
    EDIT_ROSTER = "change the roster"
    PAIR = "make and change draft pairings"
    PUBLISH_PAIRINGS = "publish pairings and change published boards"
    RUN_ROUNDS = "start and close rounds"
    ENTER_RESULTS = "enter results"
    CORRECT_RESULTS = "correct results"
    RULE = "make rulings and adjustments"
    SEE_ATTENDANCE = "take attendance and run lateness clocks"
    JUDGE_WORDS = "adjudicate challenges"
    MANAGE_LEXICONS = "import word lists and choose those of the event"
    SIGN = "enter and sign one's own result sheet"
    MANAGE_SIGN_IN = "hand out players' links and PINs and pair devices"
    PRINT = "print reports"
    SEE_AUDIT = "read the record of decisions"
    LOOK_AFTER_BACKUPS = "look after backups"
    SEE_EVENT = "see public pairings and standings"


_EVERYONE = frozenset(Role)
_STAFF = _EVERYONE - {Role.PLAYER, Role.PUBLIC}
_LEADERS = frozenset({Role.ORGANISER, Role.DIRECTOR})

CAPABILITIES: dict[Can, frozenset[Role]] = {
    Can.CREATE_TOURNAMENT: frozenset(),
    Can.MANAGE_TOURNAMENT: _LEADERS,
    Can.SEE_CONSOLE: _STAFF,
    Can.EDIT_ROSTER: _LEADERS,
    Can.PAIR: frozenset({Role.DIRECTOR}),
    Can.PUBLISH_PAIRINGS: frozenset({Role.DIRECTOR}),
    Can.RUN_ROUNDS: frozenset({Role.DIRECTOR}),
    Can.ENTER_RESULTS: frozenset({Role.DIRECTOR, Role.SCORER}),
    Can.CORRECT_RESULTS: frozenset({Role.DIRECTOR}),
    Can.RULE: frozenset({Role.DIRECTOR}),
    Can.SEE_ATTENDANCE: frozenset({Role.DIRECTOR, Role.OFFICIAL, Role.SCORER}),
    Can.JUDGE_WORDS: frozenset({Role.DIRECTOR, Role.JUDGE}),
    Can.MANAGE_LEXICONS: _LEADERS,
    Can.SIGN: frozenset({Role.PLAYER}),
    Can.MANAGE_SIGN_IN: frozenset({Role.ORGANISER, Role.DIRECTOR, Role.OFFICIAL, Role.SCORER}),
    Can.PRINT: _STAFF,
    Can.SEE_AUDIT: _LEADERS,
    Can.LOOK_AFTER_BACKUPS: frozenset(),
    Can.SEE_EVENT: _EVERYONE,
}
