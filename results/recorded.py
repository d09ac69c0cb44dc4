"""What the record keeps of rulings, ends of games, attendance, prizes and result sheets."""

from results.models import (
    Accommodation,
    Appeal,
    AppealText,
    CheckIn,
    DelayJudgement,
    Ejection,
    GameEnd,
    HighClaim,
    Incident,
    IncidentText,
    LateWarning,
    MoveLimit,
    Petition,
    PlayerRequest,
    Presence,
    Prize,
    PrizeTerms,
    Recount,
    RoundTimer,
    Ruling,
    RulingText,
    Sheet,
    SheetVersion,
    Signature,
    StarterReport,
    StopWarning,
    TableCall,
)
from tdsuite.platform.audit.services import record_rows

record_rows(
    GameEnd,
    event="game__round__division__tournament",
    fields="game first how out first_rack second_rack first_seconds_over second_seconds_over first_disregarded "
    "second_disregarded first_clock second_clock first_clock_kind second_clock_kind turns",
    words="first_waiver second_waiver",
)
record_rows(
    Ruling,
    event="division__tournament",
    fields="division round_number game entry subject rule departs adverse report_to reported_at made_by made_at",
    words="remedy made_by_name",
)
record_rows(
    RulingText,
    event="ruling__division__tournament",
    fields="ruling",
    words="question one_side other_side witnesses finding",
)
record_rows(
    Incident,
    event="division__tournament",
    fields="division round_number game entry other kind level rule warning ruling adjustment spread report_to reported_at "
    "logged_by logged_at withdrawn_at",
    words="penalty",
)
record_rows(IncidentText, event="incident__division__tournament", fields="incident", words="text")
record_rows(
    Ejection,
    event="entry__division__tournament",
    fields="entry ruling cause fate round_robin awards_lost from_round applied_by applied_at reversed_by reversed_at "
    "before after",
)
record_rows(
    Appeal,
    event="ruling__division__tournament",
    fields="ruling by_entry lodged_on result decided_on",
    words="body amendments",
)
record_rows(AppealText, event="appeal__ruling__division__tournament", fields="appeal", words="grounds answer")
record_rows(
    Recount,
    event="game__round__division__tournament",
    fields="game asked_by both_take_part status sheet_to barred verified_by_director first first_before second_before "
    "first_after second_after report reported_at opened_by opened_at closed_at",
)
record_rows(
    Accommodation,
    event="entry__division__tournament",
    fields="entry agreed_at ended_at",
    words="what seconds device rule reason",  # nothing of a player's health
)
record_rows(
    Presence,
    event="game__round__division__tournament",
    fields="game entry status before_arrival arrived_at clock_started_at forfeit",
)
record_rows(LateWarning, event="round__division__tournament", fields="entry round at")
record_rows(
    StarterReport,
    event="game__round__division__tournament",
    fields="game says source status knowing reported_at settled_at",
    words="ruling",
)
record_rows(
    RoundTimer,
    event="round__division__tournament",
    fields="round seconds plays_after per_move announcement started_at called_at plays_made",
)
record_rows(StopWarning, event="round__division__tournament", fields="round minutes warned_at")
record_rows(DelayJudgement, event="game__round__division__tournament", fields="game entry judged_at")
record_rows(MoveLimit, event="entry__division__tournament", fields="entry seconds set_at ended_at")
record_rows(
    HighClaim,
    event="division__tournament",
    fields="division entry game kind points status claimed_by_kind claimed_by claimed_at decided_by decided_at",
    words="word reason",
)
record_rows(
    Prize,
    event="tournament division__tournament",
    fields="tournament division position title basis place class_name round_number team_size money text besides winners",
)
record_rows(PrizeTerms, event="tournament", fields="tournament one_each round_to currency mentions")
record_rows(
    Sheet,
    event="division__tournament",
    fields="division round_number game player_a player_b state number since disputed_by handed_in_at changed_at",
    words="dispute_note",
    compared_by_its_app=True,
)
record_rows(
    SheetVersion,
    event="sheet__division__tournament",
    fields="sheet number sha256 made_by_kind made_by made_at cause",
    words="text",  # as long as a page
    compared_by_its_app=True,
)
record_rows(
    Signature,
    event="version__sheet__division__tournament",
    fields="version entry sha256 means device signed_at seen_by_kind seen_by",
    compared_by_its_app=True,
)
record_rows(
    Petition,
    event="sheet__division__tournament",
    fields="sheet base sha256 to_director status proposed_by proposed_means proposed_device proposed_at agreed_by agreed_means "
    "agreed_device agreed_at decided_at",
    words="text answer",
)
record_rows(
    TableCall,
    event="game__round__division__tournament",
    fields="game entry called_at answered_at answered_by",
    words="note",
)
record_rows(
    CheckIn,
    event="entry__division__tournament",
    fields="entry status arrived_at paired_anyway due paid paid_how taken_by taken_at",
)
record_rows(
    PlayerRequest,
    event="entry__division__tournament",
    fields="entry kind status asked_at settled_at settled_by",
    words="words answer",
)
