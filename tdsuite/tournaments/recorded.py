"""What the record keeps of the core's rows: events, divisions, the roster, rounds, games and lines."""

from tdsuite.platform.audit.services import record_rows

from .models import (
    AsideEvent,
    Division,
    Entry,
    Game,
    GameAdjustment,
    Player,
    Round,
    SpreadAdjustment,
    TableNeed,
    Tournament,
)

record_rows(
    Tournament,
    event="pk",
    fields="name slug venue starts_on ends_on time_zone rulebook choices game_minutes visibility status entry_mode "
    "starts_by_schedule is_practice drills public_base_url sheets_open_early tells_by_mail created_at",
    words="rulebook_file notices",  # as long as a book; may name people
)
record_rows(
    Division,
    event="tournament",
    fields="tournament name code position planned_rounds pairing_plan standings_options spread_caps prize_places lexicon "
    "table_plan roster_columns",
)
record_rows(
    Player,
    event="entries__division__tournament",
    fields="",
    words="name filing_name national_id naspa_id wespa_id absp_id club country",
)
record_rows(
    Entry,
    event="division__tournament",
    fields="division player number seed rating lifetime_games deviation last_played absences withdrawn_from unranked at_bottom",
    words="class_name team imported roster_cells",
)
record_rows(TableNeed, event="entry__division__tournament", fields="entry table first_round last_round position")
record_rows(
    Round,
    event="division__tournament",
    fields="division number status scheduled_at started_at closed_at planned_length paired_after undone_at",
    words="undone_reason",
)
record_rows(
    Game,
    event="round__division__tournament",
    fields="round board table_name match_game first second starts_by first_score second_score outcome first_halves "
    "second_halves first_spread second_spread rated decided_at entered_by_kind entered_by entered_road",
    words="reason table_reason",  # as long as a sentence
)
record_rows(
    GameAdjustment,
    event="game__round__division__tournament",
    fields="game side kind points seconds lost_turn rule source ruled_by created_at",
)
record_rows(
    SpreadAdjustment,
    event="entry__division__tournament",
    fields="entry round_number points rule created_at",
    words="reason",
)
# A row of the installation: it says what an event's file must be when the event is brought back.
record_rows(
    AsideEvent,
    event="",
    fields="slug name venue starts_on ends_on visibility file sha256 size put_aside_at put_aside_by kept_roles mentions",
)
