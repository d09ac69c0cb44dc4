"""NSA's procedures for incidents, in our words. The book has no offence levels."""

from collections.abc import Mapping
from types import MappingProxyType

from results.engine.incident_terms import Procedure, Remedy, RemedyKind, To

MINUTE = 60
HEAR = "Nobody gains by an irregularity of their own making; nobody is harmed by one they had no part in (App. D)."
WARNING = Remedy(RemedyKind.OFFICIAL_WARNING, "Warning", "App. D")


def _minute(rule: str, when: str) -> Remedy:
    return Remedy(
        RemedyKind.SECONDS, f"One more minute for the player wronged, {when}", rule, MINUTE, To.OTHER, adds=True
    )


def _ethics(rule: str, *steps: str) -> Procedure:
    return Procedure(rule, (*steps, HEAR), remedies=(WARNING,))


OVERDRAW = (
    "Stop the clock. X is the number of tiles too many; the opponent stops drawing until this is done.",
    "No new tile mixed with old ones: the opponent picks X and two more from the new tiles, face down. One was: from all.",
    "They are shown to both. Within a minute the opponent returns X to the bag and two to the player.",
    "One tile was due and none is mixed in: only the new tiles are shown; one goes back to the player, the rest to the bag.",
    "Best: the player mixes them face down, the opponent points, the player turns them up.",
)

_DRAWING = {
    "overdraw": Procedure("II.B", OVERDRAW),
    "overdraw_overshown": Procedure(
        "Guideline 27",
        (
            "All the overdrawer's tiles (the new ones, if still apart) go face down.",
            "The opponent takes X at random and puts them in the bag unseen.",
        ),
    ),
    "tiles_put_back": Procedure(
        "II.A",
        (
            "Stop the clock. X is the number put back.",
            "The opponent takes X from the bag and two from the rack and shows all; within a minute X of them go to the "
            "bag and two back to the player.",
        ),
    ),
    "eight_tiles": Procedure(
        "Guideline 20",
        (
            "The opponent has not yet played and started the clock: the play comes off, the overdraw procedure follows "
            "and the turn is lost.",
            "The opponent has: the score of that play is lost.",
            "Either way it is reported to you, and counted. The third by one player in an event may cost the awards earned "
            "and the remaining games.",
        ),
        remedies=(
            Remedy(RemedyKind.TURN, "Play off, turn lost: the opponent has not played yet", "Guideline 20"),
            Remedy(RemedyKind.POINTS, "The play's score lost: the opponent has played", "Guideline 20"),
        ),
    ),
    "spilled_tiles": Procedure(
        "II.B, Guideline 17",
        ("Tiles fallen out or found loose are no overdraw.", "They go back in the bag and the game goes on."),
    ),
    "out_of_order": Procedure(
        "II.C, Guideline 7",
        (
            "No penalty and no correction.",
            "Fewer than 14 in the bag: look into it; either player may be at fault, by the tiles left.",
            "You may take spread points, above all with fewer than 7.",
        ),
    ),
    "late_underdraw": Procedure(
        "Guideline 13",
        (
            "Found before the opponent's next play ends: within a minute the opponent chooses the missing tiles from "
            "the own rack and gives them.",
            "Found later: no penalty, play goes on.",
        ),
    ),
    "improper_drawing": Procedure(
        "II.A, Guideline 31",
        (
            "Bag at eye level or higher, eyes turned away, open palm shown first; nothing below the table.",
            "A tile counts as drawn when the hand has left the bag.",
        ),
    ),
    "flash_draw": Procedure(
        "II.M, Guideline 26",
        (
            "Drew before starting the clock, or before writing the score: the opponent has 20 seconds to hold. After a "
            "successful challenge the tiles drawn are extra tiles of an overdraw.",
            "Drew so quickly that the opponent had not 2 to 3 seconds to look: called at once, you may allow the "
            "challenge.",
        ),
    ),
    "courtesy_draw": Procedure(
        "II.L.3",
        (
            "After a minute of hold the player may draw and look, keeping the tiles apart.",
            "After a successful challenge the opponent sees them and they go back.",
            "Mixed in: treat the tiles drawn as extra tiles of an overdraw.",
        ),
        ours=True,
        note="Ours: the remedy where they were mixed.",
    ),
}
_TURN = {
    "misordered_turn": Procedure(
        "II.M",
        (
            "A play announced and a tile drawn ends the turn though the clock was not started.",
            "The opponent has 20 seconds to hold; tiles drawn are extra tiles if the challenge succeeds.",
        ),
    ),
    "tracking_delay": Procedure(
        "Guideline 6",
        (
            "Only where the opponent played quickly and was really kept from drawing.",
            "The first time: warn. Each time after that in the game: a minute more for the player delayed.",
        ),
        remedies=(
            Remedy(RemedyKind.OFFICIAL_WARNING, "Warning, the first time", "Guideline 6"),
            _minute("Guideline 6", "each time after the warning"),
        ),
    ),
    "wrong_score": Procedure(
        "II.O, II.N",
        (
            "Objected to before the objector's own next turn ends.",
            "After every three such objections the objector has a minute more in that game.",
        ),
        remedies=(_minute("II.O", "after every third"),),
    ),
    "counting_tiles": Procedure(
        "II.E, Guideline 28, Guideline 30",
        (
            "Smooth tiles may be counted in the bag; others unless the opponent objects: then staff count.",
            "The player whose clock runs has the bag first. Say no number aloud; mix for 10 seconds at most.",
        ),
    ),
    "tiles_off_rack": Procedure("II.D", ("Tiles stay on the rack but for a play, a draw or an exchange.",)),
    "blank_undeclared": Procedure(
        "II.J.1",
        (
            "Said, written or circled on a separate paper and shown, all before the turn ends.",
            "The opponent may stop the clock until it is done. After the turn it cannot change.",
        ),
    ),
    "blank_disputed": Procedure(
        "Guideline 2",
        (
            "One player wrote it down: that holds.",
            "Neither did: the player on turn says what it is; every word with it may then be challenged.",
            "The play would have been a phoney with it: look for wilful misconduct; you may waive that challenge's "
            "penalty, and file an incident report.",
        ),
        report=True,
    ),
    "false_blank": Procedure(
        "II.J.2",
        (
            "Found before the opponent's next turn ends: the tiles of that turn come off and it scores nothing; tiles "
            "drawn since are extra tiles of an overdraw.",
            "Found later: it stays as designated and costs nothing.",
        ),
        remedies=(Remedy(RemedyKind.POINTS, "The play's score lost", "II.J.2"),),
    ),
    "illegal_exchange": Procedure(
        "II.H.10",
        (
            "Stop the clock. a: nothing drawn yet: a pass, the tiles go back on the rack.",
            "b: a tile drawn, none racked, the old ones not in the bag: a pass; the new tiles are shown and go back.",
            "c: old tiles in the bag, no new one racked: the opponent sees the new tiles, the bag and two of the rack, "
            "and gives what is due within a minute.",
            "d: a new tile mixed in: all new ones go to the rack; the opponent sees X and two (seven at most) and the "
            "bag, and gives X and two within a minute.",
            "e: the opponent has played and racked a new tile: points off. Played but racked none: as d.",
        ),
    ),
    "unnumbered_exchange": Procedure(
        "II.H.7, II.H.8, II.H.9",
        (
            "The number said and the tiles down differ: the tiles down are exchanged; the opponent is told.",
            "No number said and no tile down: the turn is a pass (all seven may stay on the rack if seven was said).",
            "Unwanted tiles put in the bag before new ones are drawn: no penalty, and some may come back (II.H.9).",
        ),
    ),
}
_BOARD = {
    "centre_missed": Procedure(
        "I.E",
        (
            "The opponent may challenge the play off, good words or not.",
            "Not challenged: it scores without the double word score, which stays for a later play.",
        ),
    ),
    "illegal_placement": Procedure(
        "I.E, App. A I.B", ("A play not in one line, or not joined on, may be challenged off. You judge.",)
    ),
    "misoriented_play": Procedure(
        "II.F.1",
        (
            "The first play that stays sets the orientation, which may be mended until the second is completed.",
            "A later word against it may be challenged off.",
        ),
    ),
    "misoriented_tile": Procedure(
        "II.F.2",
        (
            "Objected to before the objector's own next turn ends.",
            "After three such objections the objector has a minute more in that game.",
        ),
        remedies=(_minute("II.F.2", "after the third"),),
    ),
    "timer_neutralised": Procedure(
        "Guideline 2",
        (
            "The clock may be stopped: over a score; to ask you; to challenge; where a procedure or behaviour was not "
            "as it should be; when a late player arrives; for a tile out of the bag; when a player goes out.",
        ),
    ),
    "wrong_timer": Procedure(
        "Guideline 24, III.B",
        (
            "The opponent's clock ran during the player's thinking: score announced, a challenge may be made; not "
            "announced, the turn is not complete and the play may change.",
            "Starting the opponent's clock on the going-out play causes no overtime penalty.",
        ),
    ),
    "sand_run_out": Procedure(
        "App. B",
        (
            "The opponent taps the timer and warns when five to ten seconds are left.",
            "Nobody warned: five seconds of grace to make the play, from being told.",
            "The turn is lost if the score is not announced within 10 seconds of the notice, all the sand being down.",
        ),
        remedies=(Remedy(RemedyKind.TURN, "The turn is lost", "App. B"),),
    ),
    "left_area": Procedure(
        "II.P",
        (
            "Only after a play, the opponent's clock started, the score written, no tiles drawn.",
            "The opponent may play and start the clock, drawing none; on return the play is pointed out, and there are "
            "five seconds to hold or challenge.",
        ),
    ),
    "timer_problem": Procedure(
        "I.A.3", ("Change the clock for a better one; give back the time lost.",), ours=True, note="Ours: the remedy."
    ),
}
_END = {
    "tile_found_out": Procedure(
        "Guideline 4",
        (
            "Game over, bag empty, one player out: the tile does not count.",
            "Not over (tiles on both racks, or the last play held or challenged): into the bag, unseen if possible; "
            "whoever should have drawn it gets it. Not known: play on without it.",
            "Only the two players and you find that out.",
        ),
    ),
    "tile_found_in": Procedure(
        "Guideline 4",
        (
            "Seen within five seconds of the last play: whoever should have had it gets it.",
            "That is the player who went out: play on. The other: it counts against that rack.",
        ),
    ),
    "timer_left_running": Procedure(
        "III.B, Guideline 5",
        (
            "The clock counts as stopped five seconds after either player shows or declares the unused tiles.",
            "Delaying the count to earn a penalty is unethical: you may erase it.",
        ),
    ),
    "stuck_tile": Procedure(
        "Guideline 1",
        ("Two phoneys and a real word over and over, to run the clock: unethical. Erase the time penalty.",),
    ),
    "missing_tiles": Procedure(
        "I.B", ("Before the game: replace the set. Later, and not found: the game goes on with the tiles there are.",)
    ),
    "disputed_equipment": Procedure(
        "I.A.6",
        (
            "The one that conforms more closely; alike: the player going second chooses.",
            "You may accommodate a player put at a disadvantage.",
        ),
    ),
    "like_tiles": Procedure(
        "Guideline 22, Guideline 25",
        (
            "The game not begun changes its tiles. Neither begun: the one with its first player's set. Both so: one "
            "player of each draws, nearest Z changes.",
        ),
    ),
    "foreign_tiles": Procedure(
        "Guideline 23",
        (
            "Noticed before the opponent has announced the next score: the extra tiles come off; the player draws new "
            "ones and plays again.",
            "Later: they are replaced by like tiles from the bag; what cannot be replaced stays for the game.",
        ),
    ),
    "papers": Procedure(
        "I.A.5, I.A.6.d",
        (
            "In view only: blank paper, scorecard, this score sheet, slips, letter lists.",
            "No headphones or devices, but for medical reasons agreed with you beforehand.",
        ),
        remedies=(WARNING,),
    ),
}
_CONDUCT = {
    "cheating": _ethics("Guideline 10", "Act at once and discreetly; question the player."),
    "collusion": _ethics("Guideline 8", "It may cost the right to play in NSA events."),
    "score_knowingly_wrong": _ethics("Guideline 33", "Done intentionally it is cheating."),
    "overdraw_concealed": _ethics("Guideline 18", "Investigate; hiding it is cheating."),
    "abuse": Procedure(
        "Guideline 21",
        ("One warning to desist.", "Again: you are strongly advised to remove the player from the event."),
        remedies=(
            Remedy(RemedyKind.OFFICIAL_WARNING, "Warning to desist", "Guideline 21"),
            Remedy(RemedyKind.EJECTION, "Removed from the event, after a warning", "Guideline 21"),
        ),
    ),
    "misleading_talk": _ethics("Guideline 9", "A player may ask the opponent to be silent; you may step in."),
    "view_blocked": _ethics("Guideline 16"),
    "slow_drawing": _ethics("App. D, Guideline 32", "The book names no slow drawing: judge whether it was fair play."),
    "frivolous_challenge": _ethics("II.L.2", "A hold is for doubt about a challenge alone."),
    "tile_count_misstated": _ethics("Guideline 28", "No number is said aloud, but where the set may not be 100."),
    "studied_while_stopped": _ethics("Guideline 34", "Stopped for more than five seconds: tiles go face down."),
    "time_wasting": _ethics("Guideline 19B", "Near the end of a round judge whether play is delayed to win by it."),
    "late_deliberately": _ethics("Guideline 19C", "Warn; start the clock of one who does it again."),
    "board_touched": _ethics("II.F.3", "Turned on one's own turn only."),
    "lookup_protocol": _ethics("App. C A", "All words are typed before the verdict; never one by one."),
    "observer": _ethics("Guideline 29, II.Q", "Watching is a privilege: a player may ask anybody to leave."),
    "other_conduct": _ethics("App. D, Guideline 32"),
}

PROCEDURES: Mapping[str, Procedure] = MappingProxyType({**_DRAWING, **_TURN, **_BOARD, **_END, **_CONDUCT})
