import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import tdsuite.tournaments.validators


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "filing_name",
                    models.CharField(
                        help_text="Family name first, as in alphabetical lists.",
                        max_length=120,
                        verbose_name="name as filed",
                    ),
                ),
                ("national_id", models.CharField(blank=True, max_length=20, verbose_name="national number")),
                ("naspa_id", models.CharField(blank=True, max_length=12, verbose_name="NASPA number")),
                ("wespa_id", models.CharField(blank=True, max_length=12, verbose_name="WESPA number")),
                ("absp_id", models.CharField(blank=True, max_length=12, verbose_name="ABSP number")),
                ("club", models.CharField(blank=True, max_length=60, verbose_name="club")),
                ("country", models.CharField(blank=True, max_length=3, verbose_name="country")),
            ],
            options={
                "ordering": ["filing_name"],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="short name in addresses")),
                ("venue", models.CharField(blank=True, max_length=200, verbose_name="venue")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=60,
                        validators=[tdsuite.tournaments.validators.check_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                ("rulebook", models.CharField(default="wespa-2012", max_length=30, verbose_name="rulebook")),
                ("rulebook_file", models.TextField(blank=True, default="", verbose_name="text of the rulebook")),
                ("choices", models.JSONField(blank=True, default=dict, verbose_name="organiser's choices")),
                (
                    "game_minutes",
                    models.PositiveSmallIntegerField(
                        default=25,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(240),
                        ],
                        verbose_name="minutes a player",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "public: listed, and anyone on the network may read pairings and standings"),
                            ("unlisted", "unlisted: anyone who has the address may read"),
                            ("private", "private: only those who help to run it"),
                        ],
                        default="public",
                        max_length=10,
                        verbose_name="who may read",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("preparing", "preparing"), ("running", "running"), ("finished", "finished")],
                        default="preparing",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("public_base_url", models.URLField(blank=True, verbose_name="public address")),
                (
                    "entry_mode",
                    models.CharField(
                        choices=[
                            ("player", "player score score"),
                            ("table", "table score score"),
                            ("spread", "winner spread"),
                            ("both", "winner score score spread"),
                        ],
                        default="player",
                        max_length=10,
                        verbose_name="result entry",
                    ),
                ),
                (
                    "starts_by_schedule",
                    models.BooleanField(default=False, verbose_name="rounds start at their scheduled time"),
                ),
                (
                    "sheets_open_early",
                    models.BooleanField(default=False, verbose_name="result sheets open when a round is published"),
                ),
                (
                    "presence_by_phone",
                    models.BooleanField(
                        default=False, verbose_name="what players say of their presence counts at once"
                    ),
                ),
                (
                    "club_evening",
                    models.BooleanField(
                        default=False,
                        help_text="Shows only what an evening among friends needs. Untick it to see everything: after the first result for good.",
                        verbose_name="Club evening",
                    ),
                ),
                ("is_practice", models.BooleanField(default=False, verbose_name="practice")),
                (
                    "notices",
                    models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
                ),
                ("first_result_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-starts_on", "name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                        name="tournament_ends_after_it_starts",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("code", models.SlugField(max_length=20, verbose_name="short name")),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                    ),
                ),
                (
                    "planned_rounds",
                    models.PositiveSmallIntegerField(
                        default=7,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="rounds",
                    ),
                ),
                ("pairing_plan", models.JSONField(blank=True, default=list)),
                ("standings_options", models.JSONField(blank=True, default=dict)),
                ("spread_caps", models.JSONField(blank=True, default=list, verbose_name="spread caps by round")),
                (
                    "prize_places",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[django.core.validators.MaxValueValidator(999)],
                        verbose_name="prize places",
                    ),
                ),
                ("lexicon", models.CharField(blank=True, max_length=60, verbose_name="lexicon")),
                ("table_plan", models.JSONField(blank=True, default=dict)),
                ("state_version", models.PositiveBigIntegerField(default=0)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="divisions",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "name"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "code"), name="division_code_once_in_a_tournament"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DivisionChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("action", models.CharField(max_length=60)),
                ("touches", models.PositiveIntegerField()),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("table", models.CharField(blank=True, max_length=20)),
                ("object_id", models.BigIntegerField(null=True)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="tournaments.division"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(32000),
                        ],
                        verbose_name="number",
                    ),
                ),
                (
                    "seed",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Place in the entry list.",
                        validators=[django.core.validators.MaxValueValidator(32000)],
                        verbose_name="seed",
                    ),
                ),
                (
                    "rating",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(32000)], verbose_name="rating"
                    ),
                ),
                ("lifetime_games", models.PositiveIntegerField(blank=True, null=True, verbose_name="lifetime games")),
                (
                    "deviation",
                    models.FloatField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(999.99),
                        ],
                        verbose_name="deviation of the rating",
                    ),
                ),
                ("last_played", models.DateField(blank=True, null=True, verbose_name="last played")),
                ("class_name", models.CharField(blank=True, max_length=12, verbose_name="class")),
                ("team", models.CharField(blank=True, max_length=40, verbose_name="team")),
                ("absences", models.JSONField(blank=True, default=list, verbose_name="rounds missed")),
                (
                    "withdrawn_from",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="withdrawn from round"),
                ),
                ("unranked", models.BooleanField(default=False, verbose_name="left out of the ranking")),
                ("at_bottom", models.BooleanField(default=False, verbose_name="at the bottom of the standings")),
                ("imported", models.JSONField(blank=True, default=dict)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.division"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="tournaments.player"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("division", "number"), name="entry_number_once_in_a_division"),
                    models.UniqueConstraint(fields=("division", "player"), name="entry_once_in_a_division"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="entry_number_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "not published"),
                            ("published", "published"),
                            ("playing", "playing"),
                            ("closed", "complete"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("scheduled_at", models.DateTimeField(blank=True, null=True, verbose_name="scheduled start")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="actual start")),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("planned_length", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("paired_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_reason", models.CharField(blank=True, max_length=300)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournaments.division"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("division", "number"), name="round_number_once_in_a_division"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="round_number_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="board")),
                ("table_name", models.CharField(blank=True, max_length=20, verbose_name="table")),
                ("match_game", models.PositiveSmallIntegerField(default=1)),
                (
                    "starts_by",
                    models.CharField(
                        choices=[
                            ("assigned", "assigned"),
                            ("balance", "by balance of starts"),
                            ("draw", "tiles to be drawn"),
                            ("compare", "records to be compared"),
                            ("drawn", "tiles drawn"),
                            ("none", "nobody starts"),
                        ],
                        default="assigned",
                        max_length=10,
                    ),
                ),
                ("first_score", models.SmallIntegerField(blank=True, null=True)),
                ("second_score", models.SmallIntegerField(blank=True, null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "awaited"),
                            ("played", "played"),
                            ("bye", "bye"),
                            ("half_bye", "half bye"),
                            ("zero_bye", "bye that scores nothing"),
                            ("forfeit", "forfeit"),
                            ("double_forfeit", "forfeited by both"),
                            ("postponed", "postponed"),
                            ("void", "void"),
                            ("stopped", "stopped by the director"),
                            ("time_up", "time up"),
                            ("lateness_forfeit", "forfeited for lateness"),
                            ("no_show", "did not come"),
                            ("overtime_forfeit", "forfeited on time"),
                            ("resigned", "resigned"),
                            ("resigned_improperly", "resigned improperly"),
                            ("left_early", "left early"),
                            ("awarded", "awarded"),
                            ("penalty_forfeit", "forfeited as a penalty"),
                            ("penalty_unplayed", "forfeited as a penalty before it began"),
                            ("adjourned", "adjourned"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                ("first_halves", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("second_halves", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("first_spread", models.SmallIntegerField(blank=True, null=True)),
                ("second_spread", models.SmallIntegerField(blank=True, null=True)),
                ("rated", models.BooleanField(default=True)),
                ("reason", models.TextField(blank=True)),
                ("table_reason", models.TextField(blank=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("entered_by_kind", models.CharField(blank=True, max_length=10)),
                ("entered_by", models.BigIntegerField(blank=True, null=True)),
                ("entered_road", models.CharField(blank=True, max_length=20)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_first",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_second",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "ordering": ["round__number", "board"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second", None), models.Q(("first", models.F("second")), _negated=True), _connector="OR"
                        ),
                        name="game_nobody_meets_himself",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("first_score__isnull", False),
                                ("second__isnull", False),
                                ("second_score__isnull", False),
                            ),
                            models.Q(
                                ("first_spread__isnull", False),
                                ("second__isnull", False),
                                ("second_spread__isnull", False),
                            ),
                            models.Q(("outcome__in", ["played", "stopped", "time_up"]), _negated=True),
                            _connector="OR",
                        ),
                        name="game_played_has_scores_or_spread",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first_halves__isnull", False), ("first_spread__isnull", False)),
                            models.Q(
                                (
                                    "outcome__in",
                                    [
                                        "awarded",
                                        "bye",
                                        "double_forfeit",
                                        "forfeit",
                                        "half_bye",
                                        "lateness_forfeit",
                                        "left_early",
                                        "no_show",
                                        "overtime_forfeit",
                                        "penalty_forfeit",
                                        "penalty_unplayed",
                                        "resigned",
                                        "resigned_improperly",
                                        "zero_bye",
                                    ],
                                ),
                                _negated=True,
                            ),
                            _connector="OR",
                        ),
                        name="game_stated_outcome_has_value",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first_score", None), ("second_score", None)),
                            models.Q(("outcome", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="game_awaited_has_no_score",
                    ),
                    models.UniqueConstraint(fields=("round", "match_game", "first"), name="game_one_a_round_as_first"),
                    models.UniqueConstraint(
                        fields=("round", "match_game", "second"), name="game_one_a_round_as_second"
                    ),
                    models.UniqueConstraint(fields=("round", "match_game", "board"), name="game_one_a_board"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameAdjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "side",
                    models.CharField(choices=[("first", "first player"), ("second", "second player")], max_length=6),
                ),
                ("kind", models.CharField(max_length=30)),
                ("points", models.SmallIntegerField(default=0)),
                ("seconds", models.IntegerField(default=0)),
                ("lost_turn", models.BooleanField(default=False)),
                ("rule", models.CharField(blank=True, max_length=60)),
                ("source", models.CharField(blank=True, max_length=30)),
                ("ruled_by", models.BigIntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="adjustments", to="tournaments.game"
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "expected"),
                            ("tentative", "not sure"),
                            ("late", "comes late"),
                            ("not_coming", "does not come"),
                            ("absent", "not here"),
                            ("on_way", "on the way"),
                            ("here", "here"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("said_at", models.DateTimeField(blank=True, null=True)),
                (
                    "before_arrival",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "expected"),
                            ("tentative", "not sure"),
                            ("late", "comes late"),
                            ("not_coming", "does not come"),
                            ("absent", "not here"),
                            ("on_way", "on the way"),
                            ("here", "here"),
                        ],
                        max_length=10,
                    ),
                ),
                ("arrived_at", models.DateTimeField(blank=True, null=True)),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                (
                    "forfeit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "none"),
                            ("elected", "elected on arrival"),
                            ("expired", "assigned time expired"),
                            ("ruled", "ruled by the director"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("paired_anyway", models.BooleanField(default=False)),
                ("by_phone", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="presences", to="tournaments.entry"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="tournaments.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "entry"), name="presence_once_at_a_board"),
                    models.UniqueConstraint(
                        condition=models.Q(("game", None)), fields=("entry",), name="presence_once_at_check_in"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("arrived_at__isnull", False), ("status", "here")),
                            models.Q(models.Q(("status", "here"), _negated=True), ("arrived_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="presence_arrival_goes_with_here",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("arrived_at__isnull", True),
                            ("clock_started_at__isnull", True),
                            ("arrived_at__gte", models.F("clock_started_at")),
                            _connector="OR",
                        ),
                        name="presence_clock_stops_later",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("game__isnull", False),
                            models.Q(("clock_started_at__isnull", True), ("forfeit", "")),
                            _connector="OR",
                        ),
                        name="presence_clock_is_of_a_board",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SpreadAdjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                ("points", models.SmallIntegerField()),
                ("rule", models.CharField(blank=True, max_length=60)),
                ("reason", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spread_adjustments",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "pk"],
            },
        ),
        migrations.CreateModel(
            name="TableNeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.CharField(max_length=20, verbose_name="table")),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1, validators=[django.core.validators.MinValueValidator(1)], verbose_name="from round"
                    ),
                ),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="to round")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="table_needs", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("last_round", None), ("last_round__gte", models.F("first_round")), _connector="OR"
                        ),
                        name="table_need_rounds_in_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 1)), name="table_need_from_round_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Screen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("panels", models.JSONField(default=list)),
                ("held", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="screens", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="screen_number_once_in_a_tournament"),
                    models.UniqueConstraint(fields=("tournament", "name"), name="screen_name_once_in_a_tournament"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Overlay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slot",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ]
                    ),
                ),
                (
                    "shows",
                    models.CharField(
                        choices=[
                            ("player", "One player (lower third)"),
                            ("table", "The two players at a table"),
                            ("standings", "Standings, a few at a time"),
                            ("pairings", "Pairings of the round"),
                            ("clock", "Clock of the round"),
                        ],
                        max_length=10,
                        verbose_name="shows",
                    ),
                ),
                ("table", models.CharField(blank=True, max_length=20, verbose_name="table")),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.division"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="overlays",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["slot"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "slot"), name="overlay_slot_once_in_a_tournament"),
                    models.CheckConstraint(
                        condition=models.Q(("slot__range", (1, 9))), name="overlay_slot_from_1_to_9"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", False), ("shows", "player")),
                            models.Q(models.Q(("shows", "player"), _negated=True), ("entry__isnull", True)),
                            _connector="OR",
                        ),
                        name="overlay_names_a_player_or_none",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("shows", "table"), models.Q(("table", ""), _negated=True)),
                            models.Q(models.Q(("shows", "table"), _negated=True), ("table", "")),
                            _connector="OR",
                        ),
                        name="overlay_names_a_table_or_none",
                    ),
                ],
            },
        ),
    ]
