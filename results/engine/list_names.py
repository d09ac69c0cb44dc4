"""Whether two names may be one person's, and why: every answer is a sentence that a director can check."""

from __future__ import annotations

from collections.abc import Sequence

from tdsuite.tournaments.engine.names import CUT_AT, within_one_letter

LONG_ENOUGH = 7  # letters; below it one different letter is too common between two people
FAMILY_LETTERS = 2  # a shared word shorter than this is no family name

# Short forms of given names, each group names that one person may go by.
SHORT_FORMS = (
    "abigail abby abbie", "alan allan allen al", "albert al bert bertie", "alexander alexandra alex sandy alec sasha", "alfred alf fred",
    "amanda mandy", "andrew andy drew", "anthony antony tony", "barbara barb babs", "benjamin ben benny", "bernard bernie",
    "beverley beverly bev", "bradley brad", "catherine katherine kathryn cathy kathy kate katie cath kath", "charles charlie chuck chas",
    "christine christina chris chrissie tina", "christopher chris kit", "clifford cliff", "cynthia cindy", "daniel dan danny",
    "david dave davey", "deborah debra deb debbie", "dennis denis den", "donald don donny", "dorothy dot dottie", "douglas doug",
    "edward ed eddie ted ned", "elizabeth liz beth lizzie betty eliza bess", "eleanor ellie nell", "emmanuel manny", "ernest ernie",
    "eugene gene", "evelyn evie", "frances fran", "francis frank", "franklin frank", "frederick fred freddie", "gabriel gabe",
    "geoffrey jeffrey geoff jeff", "george georgie", "gerald gerard gerry jerry", "gillian gill jill", "gregory greg", "gwendolyn gwen",
    "harold harry hal", "henry harry hank", "ian iain", "isabella isabel bella izzy", "jacob jake", "jacqueline jackie", "james jim jimmy jamie",
    "janet jan", "jennifer jen jenny", "jeremy jerry", "jessica jess", "john jack johnny jon", "jonathan jon", "joseph joe joey",
    "josephine jo josie", "joshua josh", "judith judy jude", "julian jules", "kenneth ken kenny", "kimberly kim", "laurence lawrence larry laurie",
    "leonard len lenny", "leslie les", "lewis louis lou", "lillian lily", "louise lou", "madeleine maddie", "margaret maggie meg peg peggy marge margie",
    "martin marty", "matthew matt", "maureen mo", "michael mike mick micky mickey", "mohammed muhammad mohamed mohammad mo", "nathaniel nathan nat",
    "nathan nat", "nicholas nicolas nick nicky", "nicola nicky nikki", "norman norm", "oliver ollie", "oluwaseun seun", "pamela pam",
    "patricia pat patty trish tricia", "patrick pat paddy", "penelope penny", "peter pete", "philip phillip phil", "rachel rachael rach",
    "raymond ray", "rebecca becky becca", "reginald reg reggie", "richard rick dick rich richie ricky", "robert bob rob bobby robbie bert",
    "roderick rod", "ronald ron ronnie", "rosemary rose rosie", "russell russ", "samuel sam sammy", "samantha sam", "sandra sandy",
    "sharon shaz", "sidney sydney sid", "stanley stan", "stephen steven steve", "stephanie steph", "stuart stewart stu", "susan sue susie suzanne",
    "sylvia syl", "terence terrence terry", "theodore ted theo", "theresa teresa terry tess", "thomas tom tommy", "timothy tim",
    "valerie val", "victoria vicky vicki tori", "victor vic", "vincent vince", "vivian viv", "walter walt wally", "wendell wendy", "wilfred wilf",
    "william bill will billy willie liam", "yvonne eve", "zachary zach zac",
)  # fmt: skip
_GROUPS: dict[str, set[int]] = {}
for _at, _group in enumerate(SHORT_FORMS):
    for _name in _group.split():
        _GROUPS.setdefault(_name, set()).add(_at)


def go_by_one(one: str, other: str) -> bool:
    """Whether two given names are forms of one."""
    return not _GROUPS.get(one, set()).isdisjoint(_GROUPS.get(other, set()))


def near(one: Sequence[str], other: Sequence[str]) -> str:
    """Why two names, as plain words in the order written, may be one person's; "" where nothing speaks for it."""
    if sorted(one) == sorted(other):
        return "the same name"
    joined, second = "".join(one), "".join(other)
    if joined == second or "".join(sorted(one)) == "".join(sorted(other)):
        return "the same letters with the spaces elsewhere"
    long_enough = min(len(joined), len(second)) >= LONG_ENOUGH and _initials_of(one) == _initials_of(other)
    if long_enough and any(
        within_one_letter(first, last)
        for first, last in ((joined, second), ("".join(sorted(one)), "".join(sorted(other))))
    ):
        return "one letter apart"
    return _by_words(list(one), list(other)) or _cut(" ".join(one), " ".join(other))


def _initials_of(words: Sequence[str]) -> set[str]:
    """Words of one letter: another letter there is another name."""
    return {word for word in words if len(word) == 1}


def _by_words(one: list[str], other: list[str]) -> str:
    """Names that share a whole word: an initial, a short form, a word more."""
    shared = [word for word in one if word in other]
    if not any(len(word) >= FAMILY_LETTERS for word in shared):
        return ""
    left, right = list(one), list(other)
    for word in shared:
        if word in left and word in right:
            left.remove(word)
            right.remove(word)
    if not left or not right:
        return f"one has {' '.join(left or right).title()} more" if len(shared) > 1 else ""
    if len(left) != 1 or len(right) != 1:
        return _initials_and_more(left, right)
    short, long = sorted((left[0], right[0]), key=len)
    if len(short) == 1 and long.startswith(short):
        return f"{short.upper()} may stand for {long.title()}"
    if go_by_one(short, long):
        return f"{short.title()} and {long.title()} may be one name"
    return ""


def _initials_and_more(left: list[str], right: list[str]) -> str:
    """ "J R" and "John Robert": every word of the shorter begins a word of the longer, in order, and is an initial or it."""
    short, long = sorted((left, right), key=lambda words: (len("".join(words)), words))
    at = 0
    for word in short:
        while at < len(long) and not (long[at] == word or (len(word) == 1 and long[at].startswith(word))):
            at += 1
        if at == len(long):
            return ""
        at += 1
    return f"{' '.join(short).upper()} may stand for {' '.join(long).title()}"


def _cut(one: str, other: str) -> str:
    """One that ends where columns end begins the other."""
    short, long = sorted((one, other), key=len)
    if CUT_AT - 3 <= len(short) <= CUT_AT and long.startswith(short) and len(long) > len(short):
        return f"one may be the other cut at {CUT_AT} letters"
    return ""
