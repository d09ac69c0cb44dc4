import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from results.apps import NEVER_CHANGED, WRITTEN_ONCE
from tdsuite.platform.audit import triggers


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install(schema_editor.connection, *WRITTEN_ONCE, *NEVER_CHANGED)


def lift(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.lift(schema_editor.connection, *WRITTEN_ONCE, *NEVER_CHANGED)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("audit", "0001_first"),
        ("tournaments", "0001_first"),
    ]

    operations = [
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200, unique=True)),
                ("action", models.CharField(max_length=20)),
                ("content", models.CharField(max_length=64)),
                ("answer", models.JSONField()),
                ("used_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Accommodation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=200, verbose_name="what is allowed")),
                ("seconds", models.PositiveSmallIntegerField(default=0, verbose_name="extra seconds a game")),
                ("device", models.BooleanField(default=False, verbose_name="a device or headphones")),
                ("rule", models.CharField(blank=True, max_length=60)),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("agreed_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accommodations",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["entry__number", "pk"],
            },
        ),
        migrations.CreateModel(
            name="GameEnd",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("how", models.CharField(max_length=20)),
                ("out", models.CharField(blank=True, max_length=6)),
                ("sides", models.JSONField(default=dict)),
                ("first_waiver", models.CharField(blank=True, max_length=200)),
                ("second_waiver", models.CharField(blank=True, max_length=200)),
                ("turns", models.JSONField(blank=True, default=list)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="end", to="tournaments.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Incident",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("kind", models.CharField(max_length=40)),
                ("level", models.PositiveSmallIntegerField(null=True)),
                ("rule", models.CharField(blank=True, max_length=60)),
                (
                    "warning",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no warning"),
                            ("unofficial", "unofficial warning"),
                            ("official", "official warning"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("penalty", models.CharField(blank=True, max_length=200)),
                (
                    "report_to",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "nobody"),
                            ("rules_committee", "the Rules Committee"),
                            ("association", "the national association"),
                            ("both", "the Rules Committee and the national association"),
                            ("wespa", "WESPA"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                ("reported_at", models.DateTimeField(null=True)),
                ("logged_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "adjustment",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.gameadjustment",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="incidents", to="tournaments.division"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="incidents",
                        to="tournaments.game",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents_suffered",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "spread",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.spreadadjustment",
                    ),
                ),
            ],
            options={
                "ordering": ["logged_at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("level", None), models.Q(("level__gte", 1), ("level__lte", 3)), _connector="OR"
                        ),
                        name="incident_level_one_to_three",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entry", None),
                            ("other", None),
                            models.Q(("entry", models.F("other")), _negated=True),
                            _connector="OR",
                        ),
                        name="incident_two_people",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="IncidentText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                (
                    "incident",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="text", to="results.incident"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "body",
                    models.CharField(
                        choices=[
                            ("wespa", "WESPA"),
                            ("naspa", "NASPA"),
                            ("absp", "ABSP"),
                            ("other", "another association"),
                            ("own", "this suite, of new ratings"),
                        ],
                        max_length=10,
                        verbose_name="published by",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Such as WESPA ratings, or NASPA Collins.", max_length=60, verbose_name="name"
                    ),
                ),
                ("as_of", models.DateField(help_text="The day of the list.", verbose_name="as of")),
                ("filename", models.CharField(max_length=120, verbose_name="file")),
                ("key_map", models.JSONField(blank=True, default=list, verbose_name="columns")),
                ("size", models.PositiveIntegerField(verbose_name="players")),
                ("sha256", models.CharField(max_length=64)),
                ("loaded_in", models.BigIntegerField()),
                ("loaded_by", models.BigIntegerField(blank=True, null=True)),
                ("loaded_by_kind", models.CharField(blank=True, max_length=10)),
                ("loaded_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-as_of", "body", "name"],
                "constraints": [
                    models.UniqueConstraint(fields=("body", "name", "as_of"), name="rating_list_version_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingListUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("lines", models.JSONField(default=list)),
                ("late", models.BooleanField(default=False)),
                ("applied_by", models.BigIntegerField(blank=True, null=True)),
                ("applied_by_kind", models.CharField(blank=True, max_length=10)),
                ("applied_at", models.DateTimeField(auto_now_add=True)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_list_uses",
                        to="tournaments.division",
                    ),
                ),
                (
                    "rating_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="uses", to="results.ratinglist"
                    ),
                ),
            ],
            options={
                "ordering": ["-applied_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "subject",
                    models.CharField(
                        choices=[
                            ("outcome", "how a game ended"),
                            ("score", "a score or a penalty"),
                            ("conduct", "conduct"),
                            ("ejection", "an ejection"),
                            ("play", "a dispute during play"),
                            ("permitted", "whether something is permitted"),
                            ("other", "another matter"),
                        ],
                        max_length=10,
                    ),
                ),
                ("rule", models.CharField(blank=True, max_length=60)),
                ("remedy", models.CharField(blank=True, max_length=200)),
                ("departs", models.BooleanField(default=False)),
                ("adverse", models.BooleanField(default=False)),
                (
                    "report_to",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "nobody"),
                            ("rules_committee", "the Rules Committee"),
                            ("association", "the national association"),
                            ("both", "the Rules Committee and the national association"),
                            ("wespa", "WESPA"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                ("reported_at", models.DateTimeField(blank=True, null=True)),
                ("made_by", models.BigIntegerField(blank=True, null=True)),
                ("made_by_name", models.CharField(blank=True, max_length=150)),
                ("made_at", models.DateTimeField()),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="tournaments.division"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rulings",
                        to="tournaments.game",
                    ),
                ),
            ],
            options={
                "ordering": ["made_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("body", models.CharField(max_length=120)),
                ("lodged_on", models.DateField()),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not decided"),
                            ("upheld", "upheld"),
                            ("partly", "partly upheld"),
                            ("dismissed", "dismissed"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("decided_on", models.DateField(null=True)),
                ("amendments", models.JSONField(blank=True, default=list)),
                (
                    "by_entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="appeals", to="tournaments.entry"
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="results.ruling"
                    ),
                ),
            ],
            options={
                "ordering": ["lodged_on", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_on", None), ("result", "")),
                            models.Q(models.Q(("result", ""), _negated=True), ("decided_on__isnull", False)),
                            _connector="OR",
                        ),
                        name="appeal_decided_has_a_day",
                    ),
                    models.UniqueConstraint(fields=("ruling", "by_entry"), name="appeal_once_a_ruling_and_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="AppealText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("grounds", models.TextField()),
                ("answer", models.TextField(blank=True)),
                (
                    "appeal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="text", to="results.appeal"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Ejection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cause", models.CharField(max_length=10)),
                ("fate", models.CharField(max_length=10)),
                ("round_robin", models.BooleanField(default=False)),
                ("awards_lost", models.BooleanField(default=False)),
                ("from_round", models.PositiveSmallIntegerField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("applied_at", models.DateTimeField()),
                ("reversed_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ejections", to="tournaments.entry"
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ejections", to="results.ruling"
                    ),
                ),
            ],
            options={
                "ordering": ["applied_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("reversed_at", None), models.Q(("cause", "left"), _negated=True)),
                        fields=("entry",),
                        name="ejection_one_in_force_a_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("cause", "left"), ("reversed_at", None)),
                        fields=("entry",),
                        name="annulment_one_in_force_a_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RulingText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("question", models.TextField(blank=True, verbose_name="The question")),
                ("one_side", models.TextField(blank=True, verbose_name="One side says")),
                ("other_side", models.TextField(blank=True, verbose_name="The other side says")),
                ("witnesses", models.TextField(blank=True, verbose_name="Witnesses say")),
                ("finding", models.TextField(verbose_name="Finding, on the balance of probabilities")),
                (
                    "ruling",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="text", to="results.ruling"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("empty", "empty"),
                            ("entered", "signature awaited"),
                            ("disputed", "disputed"),
                            ("signed", "signed by both"),
                            ("handed_in", "handed in"),
                            ("posted", "entered by an official, not signed"),
                            ("waived", "signatures waived"),
                            ("ruled", "ruled by the director"),
                            ("set_aside", "set aside"),
                        ],
                        default="empty",
                        max_length=10,
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("since", models.PositiveIntegerField(default=0)),
                ("dispute_note", models.CharField(blank=True, max_length=300)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "disputed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheets", to="tournaments.division"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheet",
                        to="tournaments.game",
                    ),
                ),
                (
                    "player_a",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "player_b",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "pk"],
                "indexes": [
                    models.Index(fields=["division", "state"], name="sheet_division_state"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("player_a__lt", models.F("player_b"))), name="sheet_players_in_order"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("made_by_kind", models.CharField(max_length=10)),
                ("made_by", models.BigIntegerField(null=True)),
                ("made_at", models.DateTimeField()),
                ("cause", models.CharField(max_length=60)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="results.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "number"), name="sheet_version_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Petition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("to_director", models.BooleanField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "waits for the other player"),
                            ("agreed", "both petition; waits for the director"),
                            ("done", "corrected"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                            ("lapsed", "lapsed: the sheet changed meanwhile"),
                        ],
                        default="proposed",
                        max_length=10,
                    ),
                ),
                ("proposed_means", models.CharField(max_length=10)),
                ("proposed_device", models.CharField(blank=True, max_length=64)),
                ("proposed_at", models.DateTimeField()),
                ("agreed_means", models.CharField(blank=True, max_length=10)),
                ("agreed_device", models.CharField(blank=True, max_length=64)),
                ("agreed_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("answer", models.CharField(blank=True, max_length=300)),
                (
                    "agreed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="petitions", to="results.sheet"
                    ),
                ),
                (
                    "base",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="results.sheetversion"
                    ),
                ),
            ],
            options={
                "ordering": ["proposed_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("proposed", "agreed"))),
                        fields=("sheet",),
                        name="petition_one_open_a_sheet",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signature",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(max_length=64)),
                (
                    "means",
                    models.CharField(
                        choices=[
                            ("link", "private link"),
                            ("pin", "number and PIN"),
                            ("paper", "on paper, seen by an official"),
                        ],
                        max_length=10,
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=64)),
                ("signed_at", models.DateTimeField()),
                ("seen_by_kind", models.CharField(blank=True, max_length=10)),
                ("seen_by", models.BigIntegerField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="signatures", to="tournaments.entry"
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="signatures",
                        to="results.sheetversion",
                    ),
                ),
            ],
            options={
                "ordering": ["signed_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("version", "entry"), name="signature_once_a_version_and_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="StarterReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "for the director"),
                            ("corrected", "start corrected"),
                            ("stands", "start stands"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("knowing", models.BooleanField(default=False)),
                ("ruling", models.TextField(blank=True)),
                ("reported_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="starter_reports",
                        to="tournaments.game",
                    ),
                ),
                (
                    "says",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["reported_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")), fields=("game",), name="starter_report_one_open_a_game"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StopWarning",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("minutes", models.PositiveSmallIntegerField()),
                ("warned_at", models.DateTimeField()),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stop_warning", to="tournaments.round"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TableCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("note", models.CharField(blank=True, max_length=300)),
                ("called_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.game"
                    ),
                ),
            ],
            options={
                "ordering": ["called_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at", None)),
                        fields=("game", "entry"),
                        name="table_call_one_open_a_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HighClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("high_play", "high play"), ("high_word", "high word")],
                        max_length=10,
                        verbose_name="what",
                    ),
                ),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
                ("word", models.CharField(max_length=15, verbose_name="word")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("claimed", "claimed, not confirmed yet"),
                            ("confirmed", "confirmed"),
                            ("refused", "refused"),
                        ],
                        default="claimed",
                        max_length=10,
                    ),
                ),
                ("claimed_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="high_claims",
                        to="tournaments.division",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="high_claims", to="tournaments.entry"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="high_claims", to="tournaments.game"
                    ),
                ),
            ],
            options={
                "ordering": ["-points", "claimed_at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("points__gte", 1), ("points__lte", 2000)), name="high_claim_has_points"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "refused"), _negated=True),
                        fields=("game", "entry", "kind", "word", "points"),
                        name="high_claim_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LateWarning",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="late_warnings",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="late_warnings",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [models.UniqueConstraint(fields=("entry", "round"), name="late_warning_once_a_round")],
            },
        ),
        migrations.CreateModel(
            name="MoveLimit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seconds", models.PositiveSmallIntegerField()),
                ("set_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="move_limits", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["set_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("entry",),
                        name="move_limit_one_in_force_a_player",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("here", "I am here"),
                            ("sit_out", "I sit out a round"),
                            ("leave", "I leave the event"),
                            ("late", "I will be late"),
                            ("name", "My name is wrong"),
                            ("result", "A result is wrong"),
                            ("question", "I have a question"),
                        ],
                        max_length=10,
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("words", models.CharField(blank=True, max_length=300)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("settled", "settled"),
                            ("counts", "counts"),
                            ("taken_back", "taken back"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("answer", models.CharField(blank=True, max_length=300)),
                ("settled_at", models.DateTimeField(null=True)),
                ("settled_by", models.BigIntegerField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="requests", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["asked_at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("settled_at", None), ("status", "waiting")),
                            models.Q(models.Q(("status", "waiting"), _negated=True), ("settled_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="player_request_settled_at_a_moment",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField(default=1, verbose_name="order")),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("basis", models.CharField(max_length=30, verbose_name="given for")),
                ("place", models.PositiveSmallIntegerField(default=1, verbose_name="place")),
                ("class_name", models.CharField(blank=True, max_length=12, verbose_name="class")),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="round")),
                (
                    "team_size",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="members of a team that count"
                    ),
                ),
                ("money", models.PositiveIntegerField(default=0, verbose_name="money")),
                ("text", models.CharField(blank=True, max_length=120, verbose_name="what else it is")),
                ("besides", models.BooleanField(default=False, verbose_name="besides any other prize")),
                ("winners", models.JSONField(blank=True, default=list)),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.division",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("division__isnull", False), ("tournament", None)),
                            models.Q(("division", None), ("tournament__isnull", False)),
                            _connector="OR",
                        ),
                        name="prize_of_a_division_or_of_the_event",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeTerms",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_to", models.PositiveIntegerField(default=1, verbose_name="shares are rounded down to")),
                ("currency", models.CharField(blank=True, max_length=5, verbose_name="currency")),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_terms",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("round_to__gte", 1)), name="prize_shares_have_a_unit")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingListEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("filing_name", models.CharField(max_length=120)),
                ("rating", models.PositiveSmallIntegerField(null=True)),
                ("games", models.PositiveIntegerField(null=True)),
                ("national_id", models.CharField(blank=True, max_length=20)),
                ("naspa_id", models.CharField(blank=True, max_length=12)),
                ("wespa_id", models.CharField(blank=True, max_length=12)),
                ("absp_id", models.CharField(blank=True, max_length=12)),
                ("country", models.CharField(blank=True, max_length=60)),
                ("club", models.CharField(blank=True, max_length=60)),
                ("expiry", models.DateField(null=True)),
                ("suspended_until", models.DateField(null=True)),
                ("last_played", models.DateField(null=True)),
                ("deviation", models.FloatField(null=True)),
                (
                    "rating_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="results.ratinglist"
                    ),
                ),
            ],
            options={
                "ordering": ["line"],
                "constraints": [models.UniqueConstraint(fields=("rating_list", "line"), name="rating_list_line_once")],
            },
        ),
        migrations.CreateModel(
            name="Recount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("both_take_part", models.BooleanField(default=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "under way"),
                            ("changed", "score changed"),
                            ("stands", "score stands"),
                            ("halted", "halted by the director"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "sheet_to",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not asked for"),
                            ("recounter", "to the recounter"),
                            ("director", "to the director"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("verified_by_director", models.BooleanField(default=False)),
                ("first_before", models.SmallIntegerField()),
                ("second_before", models.SmallIntegerField()),
                ("first_after", models.SmallIntegerField(null=True)),
                ("second_after", models.SmallIntegerField(null=True)),
                ("report", models.BooleanField(default=False)),
                ("reported_at", models.DateTimeField(null=True)),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recounts_asked",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "barred",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recounts", to="tournaments.game"
                    ),
                ),
            ],
            options={
                "ordering": ["opened_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")), fields=("game",), name="recount_one_open_a_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundTimer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seconds", models.PositiveIntegerField()),
                ("announcement", models.CharField(blank=True, max_length=300)),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="timer", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("seconds__gte", 1)), name="round_timer_runs")
                ],
            },
        ),
        migrations.RunPython(install, lift),
    ]
