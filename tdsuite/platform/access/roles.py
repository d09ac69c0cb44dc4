"""Who may do what: one table, asked by pages, templates, API and services alike."""

from enum import StrEnum


class Role(StrEnum):
    """A person's part in one tournament, most powers first."""

    ORGANISER = "organiser"
    DIRECTOR = "director"
    ASSISTANT = "assistant"
    SCORER = "scorer"
    JUDGE = "judge"
    OFFICIAL = "official"
    READER = "read-only"
    PLAYER = "player"
    PUBLIC = "public"


class Can(StrEnum):
    """A capability. What no role holds, only an administrator may do."""

    CREATE_TOURNAMENT = "create a tournament"
    MANAGE_TOURNAMENT = "change the event's settings and who helps run it"
    SEE_CONSOLE = "see the director's console"
    HELP = "log incidents, answer calls and stop jobs"
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
    LOOK_AFTER_ACCOUNTS = "reset the second factor of another account"
    SEE_EVENT = "see public pairings and standings"


_EVERYONE = frozenset(Role)
_STAFF = _EVERYONE - {Role.PLAYER, Role.PUBLIC}
_HELPERS = _STAFF - {Role.READER}
_LEADERS = frozenset({Role.ORGANISER, Role.DIRECTOR})
_REFEREES = frozenset(
    {Role.DIRECTOR, Role.ASSISTANT}
)  # an assistant runs rounds; roster, settings and people are not theirs

CAPABILITIES: dict[Can, frozenset[Role]] = {
    Can.CREATE_TOURNAMENT: frozenset(),
    Can.MANAGE_TOURNAMENT: _LEADERS,
    Can.SEE_CONSOLE: _STAFF,
    Can.HELP: _HELPERS,
    Can.EDIT_ROSTER: _LEADERS,
    Can.PAIR: _REFEREES,
    Can.PUBLISH_PAIRINGS: _REFEREES,
    Can.RUN_ROUNDS: _REFEREES,
    Can.ENTER_RESULTS: _REFEREES | {Role.SCORER},
    Can.CORRECT_RESULTS: _REFEREES,
    Can.RULE: _REFEREES,
    Can.SEE_ATTENDANCE: _REFEREES | {Role.OFFICIAL, Role.SCORER},
    Can.JUDGE_WORDS: _REFEREES | {Role.JUDGE},
    Can.MANAGE_LEXICONS: _LEADERS,
    Can.SIGN: frozenset({Role.PLAYER}),
    Can.MANAGE_SIGN_IN: _HELPERS - {Role.JUDGE},
    Can.PRINT: _HELPERS,
    Can.SEE_AUDIT: _LEADERS,
    Can.LOOK_AFTER_BACKUPS: frozenset(),
    Can.LOOK_AFTER_ACCOUNTS: frozenset(),
    Can.SEE_EVENT: _EVERYONE,
}
