"""WESPA's procedures for incidents, in our words (both editions: the numbers are those of 2010)."""

from collections.abc import Mapping
from types import MappingProxyType

from results.engine.incident_terms import Procedure, Remedy, RemedyKind, To

LEVEL_1 = (
    Remedy(RemedyKind.EJECTION, "Ejected from the event", "6.2.4(a)", must=True),
)  # fmt: skip
LEVEL_2 = (
    Remedy(RemedyKind.UNOFFICIAL_WARNING, "Unofficial warning", "6.3.3(a)"),
    Remedy(RemedyKind.OFFICIAL_WARNING, "Official warning", "6.3.3(b)(i)"),
    Remedy(RemedyKind.SPREAD, "Spread points off", "6.3.3(b)(ii)"),
    Remedy(RemedyKind.TURN, "Turn lost", "6.3.3(b)(iii)"),
    Remedy(RemedyKind.SECONDS, "Time off", "6.3.3(b)(iii)"),
    Remedy(RemedyKind.POINTS, "Points off the score", "6.3.3(b)(iii)"),
    Remedy(RemedyKind.FORFEIT, "Game forfeited", "6.3.3(b)(iv)"),
    Remedy(RemedyKind.EJECTION, "Ejected from the event", "6.3.3(b)(v)"),
)
LEVEL_3 = (Remedy(RemedyKind.UNOFFICIAL_WARNING, "Unofficial warning", "6.4.2"),)
TIME = (
    Remedy(RemedyKind.SECONDS, "Time given", "1.4.1(b)", adds=True),
    Remedy(RemedyKind.SECONDS, "Time off", "1.4.1(b)"),
)

HEAR = "Hear both players and any witness; decide on the balance of probabilities (6.1.2)."
ASSESS_1 = "If you find it so: the player is ejected and reported to the national association (6.2.4)."
NOT_UNETHICAL = (
    "Not unethical (6.3.2): using that the opponent forgot the timer (a), playing fast to run the opponent short of time "
    "(b), not checking the opponent's scores (c), a look or manner without words (d), leaving an invalid word unchallenged "
    "on purpose (e)."
)
ASSESS_2 = "Warn, or choose another penalty to fit the case; you may report it to the national association or to WESPA (6.3.3)."
ASSESS_3 = "Usually no more than an unofficial word (6.4.2)."


def _level_1(rule: str, *steps: str) -> Procedure:
    return Procedure(rule, (*steps, HEAR, ASSESS_1), 1, LEVEL_1, report=True)


def _level_2(rule: str, *steps: str) -> Procedure:
    return Procedure(rule, (*steps, NOT_UNETHICAL, HEAR, ASSESS_2), 2, LEVEL_2)


def _level_3(rule: str, *steps: str) -> Procedure:
    return Procedure(rule, (*steps, ASSESS_3), 3, LEVEL_3)


OVERDRAW = (
    "Stop the timer. X is the number of tiles too many.",
    "A new tile has touched the rack: the player mixes all tiles face down. None has: only the new tiles go face down.",
    "The opponent turns up X and two more, at random. One tile was due and none racked: all the new ones are turned up.",
    "The opponent chooses X of them for the bag; the others go back to the player.",
)

_DRAWING = {
    "overdraw": Procedure("3.9.5", OVERDRAW),
    "overdraw_overshown": Procedure(
        "3.9.6",
        (
            "All tiles shown go face down again.",
            "The opponent turns up X only, and those X go back in the bag.",
        ),
    ),
    "eight_tiles": Procedure(
        "3.9.5, 3.9.7, 6.3.1(e)",
        (
            "Put it right as an overdraw: stop the timer, X and two more shown, X back in the bag.",
            "Find out whether the player knew. Knew and said nothing: cheating, level 1 (3.9.7). Overdrew knowingly: "
            "unethical, level 2 (6.3.1(e)).",
        ),
        ours=True,
        note="Ours: a play already made is treated as an overdraw.",
    ),
    "spilled_tiles": Procedure("4.4, 3.9.5", ("Whoever spills surplus tiles has overdrawn by them.", *OVERDRAW)),
    "out_of_order": Procedure(
        "3.9.9",
        (
            "Had the opponent a reasonable chance to draw? Then there is no penalty.",
            "Had not, and too few tiles are left for the opponent's draw: all the new tiles are overdrawn. Follow the "
            "overdraw procedure; the opponent draws what is due; what is left in the bag goes to the player's rack.",
            "It is unethical, above all late in the game: note it, and whether it was done knowingly.",
        ),
        remedies=LEVEL_2[:2],
    ),
    "late_underdraw": Procedure(
        "3.9.8",
        (
            "Only where the opponent emptied the bag in the next draw.",
            "Found before the player finishes the next turn: the opponent chooses the missing tiles from the own rack "
            "and gives them.",
            "Found later: nothing is corrected and nothing is due.",
            "It is unethical: note it.",
        ),
        remedies=LEVEL_2[:2],
    ),
    "improper_drawing": Procedure(
        "3.9.1-3.9.4",
        (
            "The bag's rim at eye level or above, eyes turned away, bag in view; hand empty before and after; no hand "
            "with tiles in the bag; nothing below the table.",
            "You settle any dispute about it (3.9.4).",
        ),
    ),
    "drew_while_challenged": Procedure(
        "3.9.10",
        ("No tiles are drawn while a challenge is judged.", "Treat the tiles drawn as you find right; note it."),
    ),
    "flash_draw": Procedure(
        "3.10.2, 6.3.1(f)",
        (
            "The score was not written first, or was written beforehand: the play is not accepted and may still be "
            "challenged.",
            "Challenged successfully, no new tile racked: the opponent sees the new tiles and they go back.",
            "A new tile racked: the player is overdrawn by all of them.",
            "Done deliberately it is unethical, level 2.",
        ),
        2,
        LEVEL_2,
    ),
    "courtesy_draw": Procedure(
        "3.10.6(c), 6.3.1(m)",
        (
            "After a successful challenge the player has overdrawn: follow the overdraw procedure.",
            "Mixing them is unethical, level 2.",
        ),
        2,
        LEVEL_2,
    ),
}
_TURN = {
    "misordered_turn": Procedure(
        "3.4.2(c), 3.10.4",
        (
            "A hand in the bag ends a turn whose player forgot the timer: the opponent may have it pressed and may "
            "challenge.",
            "You settle any other dispute about the order.",
        ),
    ),
    "tracking_delay": Procedure(
        "3.4.2(b), 6.3.1(g)",
        (
            "The opponent was kept from drawing or counting: you may give that player extra time.",
            "Done on purpose it is unethical, level 2.",
        ),
        2,
        (
            Remedy(RemedyKind.SECONDS, "Extra time for the player delayed", "3.4.2(b)", to=To.OTHER, adds=True),
            *LEVEL_2[:2],
        ),
    ),
    "wrong_score": Procedure(
        "3.5(d)",
        (
            "Corrected at any time before the result sheet is signed.",
            "Announced or accepted knowingly it is cheating: log that instead (6.2.1(c)).",
        ),
    ),
    "counting_tiles": Procedure(
        "3.7",
        (
            "Announce it, show an empty hand, hold the bag as for drawing, show an empty hand again.",
            "The opponent objects: an official shuffles or counts with the timer stopped and tells both.",
        ),
    ),
    "blank_undeclared": Procedure(
        "3.8(a), (b)",
        (
            "It is declared in writing on a neutral sheet before the turn is completed; words said, or a player's own "
            "sheet, settle nothing.",
            "The opponent sees to it, stopping the timer if need be.",
        ),
    ),
    "blank_disputed": Procedure(
        "3.8(c), (d)",
        (
            "Not properly declared: the player on move may say what it is. All words so formed count as played in that "
            "turn and may be challenged.",
            "Properly declared and disputed all the same: you may let a move made in error about it be replayed.",
        ),
    ),
    "illegal_exchange": Procedure(
        "3.10.17",
        (
            "The opponent may challenge it until an unwanted tile is back in the bag. Stop the timer.",
            "Fewer than seven tiles were in the bag: the turn is lost (3.10.15(a)). Seven or more: no penalty.",
            "After an unwanted tile is back nothing can be done about it.",
        ),
    ),
}
_BOARD = {
    "centre_missed": Procedure(
        "3.10.16(a)(i), (d)",
        (
            "Challenged: the play comes off. The challenge costs nothing if it fails.",
            "Not challenged: it stands, and the centre keeps its double word score for later.",
        ),
    ),
    "illegal_placement": Procedure(
        "3.10.16",
        (
            "Stop the timer. You judge: tiles not all in one word, a diagonal, beyond the board.",
            "Illegal: the play comes off. Legal: no penalty for the challenge.",
        ),
    ),
    "misoriented_play": Procedure(
        "3.1.3, 3.10.16(a)(v)",
        (
            "The first accepted play sets the orientation; it may be turned right until the next turn is completed.",
            "Later plays follow the majority of their tiles; one that does not fit may be challenged off.",
        ),
    ),
    "misoriented_tile": Procedure(
        "3.6.1(a), 6.4.1(c)",
        ("The opponent may turn it at any time.", "Upside down as a habit it is poor etiquette, level 3."),
        3,
        LEVEL_3,
    ),
    "timer_neutralised": Procedure(
        "4.1",
        (
            "The timer may be stopped only: to challenge; over a score that differs; for an overdraw; to find a late "
            "player's time; to call you; for the unforeseen (a power cut, a spill); where another rule says so.",
        ),
        remedies=TIME,
    ),
    "left_area": Procedure(
        "4.2, 6.3.1(q)",
        (
            "With your permission: the player finishes a turn but draws no tiles, then leaves. The opponent may finish a "
            "turn, drawing none.",
            "An emergency needs no permission; the opponent tells you at once.",
            "You decide whether the player is accompanied. Leaving improperly is unethical, level 2.",
        ),
        2,
        LEVEL_2,
    ),
    "timer_problem": Procedure("1.4.1(b)", ("You may adjust the time left of either player, or both.",), remedies=TIME),
    "wrong_timer": Procedure(
        "3.4.1, 3.10.4, 6.3.2(a)",
        (
            "A move is final when the timer is pressed, or a hand is in the bag.",
            "Profiting from an opponent who forgot to press it is not unethical.",
        ),
    ),
}
_END = {
    "tile_found_out": Procedure(
        "4.3",
        (
            "Only before the result sheet is signed. Both players see the tile and check that it did not come off the "
            "board.",
            "It goes in the bag; tiles taken off racks as if the game were over go back.",
            "One player short of seven draws it; both short: whoever should have drawn earliest; both full: play on.",
            "Nothing is replayed. Only one player has tiles then: the game is over, work out the result again.",
        ),
    ),
    "tile_found_in": Procedure(
        "4.5",
        (
            "Only before the result sheet is signed. Both players see the tile; racks are put back.",
            "Whoever should have drawn earliest racks it. Both have tiles: play on. One has: the game is over, work out "
            "the result again. Nothing is replayed.",
        ),
    ),
    "timer_left_running": Procedure(
        "5.3.4",
        (
            "Time run after the true end costs nothing.",
            "The game ended when the opponent showed the unplayed tiles: find out what the clock read then.",
        ),
    ),
    "improper_resignation": Procedure(
        "5.7",
        ("Allowed in an emergency alone. Otherwise you set the margin (5.7(d)); record how the game ended.",),
        remedies=LEVEL_2[:2],
    ),
    "missing_tiles": Procedure("1.3.1", ("Checked before play. Once the game has started nothing is corrected.",)),
    "disputed_equipment": Procedure(
        "1.3.7, 1.4.2",
        (
            "You decide on the set.",
            "Timers in order: standard digital, other digital, digital counting up, analogue; no other.",
        ),
    ),
    "papers": Procedure(
        "1.5.3, 6.3.1(j)",
        (
            "In view only: blank paper, scorecards, this game's score sheets, tracking lists, challenge and blank "
            "slips, result sheets.",
            "Word sources, phones, pagers, computers: unethical, level 2.",
        ),
        2,
        LEVEL_2,
    ),
}
_CONDUCT = {
    "cheating": _level_1("6.2.1", "Any deliberate violation in bad faith."),
    "collusion": _level_1("6.2.1(a)"),
    "score_knowingly_wrong": _level_1("6.2.1(c)", "Correct the score."),
    "result_misreported": _level_1("6.2.1(d)", "Correct the result."),
    "starts_misreported": _level_1("2.1(c)", "Under self-balancing starts this is cheating; put the start right."),
    "looked_in_bag": _level_1("6.2.1(b), (e), (f)"),
    "overdraw_concealed": _level_1("3.9.7", "Put the overdraw right first.", "Was the player aware of it?"),
    "abuse": _level_1("6.2.3", "Intimidation, threats, insults or harm, of players or officials."),
    "misleading_talk": _level_2("6.3.1(c), (d)", "Ask for silence."),
    "view_blocked": _level_2("6.3.1(a)"),
    "distraction": _level_2("6.3.1(b)"),
    "drew_knowingly_wrong": _level_2("6.3.1(e)", "Put the draw right first."),
    "slow_drawing": _level_2("6.3.1(g)"),
    "frivolous_challenge": _level_2("6.3.1(h)"),
    "tile_count_misstated": _level_2("6.3.1(i)"),
    "blank_misrepresented": _level_2("6.3.1(k)"),
    "score_check_abuse": _level_2("6.3.1(l)"),
    "timer_feint": _level_2("6.3.1(n)"),
    "lookup_protocol": _level_2("6.3.1(o)"),
    "equipment_abuse": _level_2("6.3.1(p)"),
    "time_wasting": _level_2("6.3.1", "Against the spirit of fair play, even where no rule names it."),
    "late_deliberately": _level_3(
        "6.4.1(a), 2.3.6(a)", "If it forfeits the game, the margin may be raised for strategic lateness."
    ),
    "board_touched": _level_3("3.6.1(b), 6.4.1(b)"),
    "bag_out_of_reach": _level_3("6.4.1(d)"),
    "loud_analysis": _level_3("6.4.1(e)"),
    "observer": Procedure(
        "6.4.3",
        (
            "Whoever watches keeps quiet, keeps away and goes when a player or you ask.",
            "You see to it, and may impose a penalty.",
        ),
        3,
        LEVEL_3,
    ),
    "other_conduct": Procedure(
        "6.1.2, 6.3.1",
        (NOT_UNETHICAL, HEAR, "Fit it to a level: 1 cheating or abuse, 2 against fair play, 3 discourtesy."),
        remedies=LEVEL_2,
    ),
}

PROCEDURES: Mapping[str, Procedure] = MappingProxyType({**_DRAWING, **_TURN, **_BOARD, **_END, **_CONDUCT})
