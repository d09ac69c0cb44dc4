"""What the record keeps of rulings, incidents, ejections, appeals, recounts and ends of games.

Result sheets, versions and signatures have their own check (`results.sheets.services.verify`).
"""

from results.models import (
    Accommodation,
    Appeal,
    AppealText,
    Ejection,
    GameEnd,
    Incident,
    IncidentText,
    Recount,
    Ruling,
    RulingText,
)
from tdsuite.platform.audit.services import record_rows

record_rows(
    GameEnd,
    event="game__round__division__tournament",
    fields="game first how out first_rack second_rack first_seconds_over second_seconds_over first_disregarded "
    "second_disregarded first_clock second_clock first_clock_kind second_clock_kind",
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
    fields="entry ruling cause fate round_robin awards_lost from_round applied_by applied_at reversed_by reversed_at",
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
