import django.core.validators
import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from adjudication.apps import NEVER_CHANGED
from tdsuite.platform.audit import triggers


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install(schema_editor.connection, *NEVER_CHANGED)


def lift(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.lift(schema_editor.connection, *NEVER_CHANGED)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("audit", "0001_first"),
        ("tournaments", "0001_first"),
    ]

    operations = [
        migrations.CreateModel(
            name="Lexicon",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        help_text="As players know it, such as CSW24 or OWL2.", max_length=80, verbose_name="name"
                    ),
                ),
                ("edition", models.CharField(blank=True, max_length=40, verbose_name="edition")),
                (
                    "variant",
                    models.CharField(
                        blank=True,
                        help_text="Such as school, or corrected reprint.",
                        max_length=40,
                        verbose_name="variant",
                    ),
                ),
                (
                    "alphabet",
                    models.CharField(
                        choices=[
                            ("english", "English"),
                            ("spanish", "Spanish"),
                            ("catalan", "Catalan"),
                            ("french", "French"),
                            ("german", "German"),
                            ("polish", "Polish"),
                            ("italian", "Italian"),
                            ("portuguese", "Portuguese"),
                            ("dutch", "Dutch"),
                            ("swedish", "Swedish"),
                        ],
                        default="english",
                        max_length=20,
                        verbose_name="alphabet",
                    ),
                ),
                (
                    "licence",
                    models.TextField(
                        blank=True,
                        help_text="By what right this list is used here.",
                        max_length=2000,
                        verbose_name="licence",
                    ),
                ),
                ("size", models.PositiveIntegerField(verbose_name="words")),
                ("lengths", models.JSONField(verbose_name="words by length")),
                ("sha256", models.CharField(max_length=64)),
                ("for_tournaments", models.BooleanField(default=True)),
                ("imported_by", models.BigIntegerField(blank=True, null=True)),
                ("imported_by_kind", models.CharField(blank=True, max_length=10)),
                ("imported_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-for_tournaments", "name", "edition", "variant"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("name", "edition", "variant"), name="lexicon_named_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="WordJudging",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("runner", models.BooleanField(default=True, verbose_name="runners take slips to the judge")),
                (
                    "self_run",
                    models.BooleanField(default=True, verbose_name="challengers take their slips to the judge"),
                ),
                (
                    "station",
                    models.BooleanField(default=True, verbose_name="players judge for themselves at a station"),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="word_judging",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChallengeSlip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "of",
                    models.CharField(
                        choices=[
                            ("words", "words"),
                            ("placement", "the placement of a word"),
                            ("exchange", "an exchange"),
                        ],
                        default="words",
                        max_length=10,
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("runner", "a runner takes it to the judge"),
                            ("self-run", "the challenger takes it to the judge"),
                            ("station", "the players judge at a station"),
                            ("table", "a judge comes to the table"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("written", "written, at the table"),
                            ("with-runner", "handed over, awaiting the verdict"),
                            ("adjudicated", "adjudicated"),
                            ("second-opinion", "awaiting a second opinion"),
                            ("third-opinion", "awaiting a third opinion"),
                            ("with-director", "with the director"),
                            ("closed", "closed"),
                        ],
                        max_length=15,
                    ),
                ),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "settled by the verdict"),
                            ("blank", "taken back: the blank's designation was misunderstood"),
                            ("lost_tile", "rescinded: a lost tile went to the challenged player"),
                            ("reissued", "reissued: a word was not the word on the board"),
                            ("void", "struck out: written in error"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("written", models.JSONField(blank=True, default=list)),
                ("out_play", models.BooleanField(default=False)),
                ("challenger_agreed_at", models.DateTimeField(null=True)),
                ("challenged_agreed_at", models.DateTimeField(null=True)),
                ("written_at", models.DateTimeField()),
                ("handed_at", models.DateTimeField(null=True)),
                ("adjudicated_at", models.DateTimeField(null=True)),
                ("written_by_kind", models.CharField(max_length=10)),
                ("written_by", models.BigIntegerField(null=True)),
                ("acceptable", models.BooleanField(null=True)),
                ("words", models.PositiveSmallIntegerField(default=0)),
                ("flaw", models.CharField(blank=True, max_length=10)),
                ("disputed_at", models.DateTimeField(null=True)),
                ("remedy", models.CharField(blank=True, max_length=200)),
                ("remedy_rule", models.CharField(blank=True, max_length=60)),
                ("request_key", models.CharField(blank=True, max_length=64)),
                (
                    "challenged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_met",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_made",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "disputed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenge_slips",
                        to="tournaments.division",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenge_slips",
                        to="tournaments.game",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reissued_as",
                        to="adjudication.challengeslip",
                    ),
                ),
            ],
            options={
                "ordering": ["division", "number"],
                "indexes": [
                    models.Index(fields=["division", "state"], name="slip_queue"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("division", "number"), name="slip_number_once_in_a_division"),
                    models.UniqueConstraint(
                        condition=models.Q(("request_key", ""), _negated=True),
                        fields=("division", "request_key"),
                        name="slip_once_a_request",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["adjudicated", "closed"]), _negated=True),
                        fields=("game",),
                        name="slip_one_pending_a_game",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("challenger", models.F("challenged")), _negated=True),
                        name="slip_nobody_challenges_himself",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "adjudicated"), _negated=True),
                            ("acceptable__isnull", False),
                            _connector="OR",
                        ),
                        name="slip_adjudicated_has_a_verdict",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("opinion", models.CharField(max_length=10)),
                ("acceptable", models.BooleanField()),
                ("keyed", models.JSONField(blank=True, default=list)),
                ("stated", models.BooleanField(default=False)),
                ("lexicons", models.JSONField(blank=True, default=list)),
                ("by_kind", models.CharField(max_length=10)),
                ("by", models.BigIntegerField(null=True)),
                ("by_name", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(blank=True, max_length=64)),
                (
                    "slip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
                        to="adjudication.challengeslip",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("slip", "opinion"), name="verdict_one_of_each_opinion"),
                    models.UniqueConstraint(
                        condition=models.Q(("request_key", ""), _negated=True),
                        fields=("slip", "request_key"),
                        name="verdict_once_a_request",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DivisionLexicon",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "second_from",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Letters: 10 under NSA rules.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(15),
                        ],
                        verbose_name="The second list rules words of at least",
                    ),
                ),
                (
                    "division",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pinned_lexicon",
                        to="tournaments.division",
                    ),
                ),
                (
                    "lexicon",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="adjudication.lexicon",
                        verbose_name="word list",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        help_text="Rules longer words too, where the rulebook has one (NSA I.A.1: the Long List).",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="adjudication.lexicon",
                        verbose_name="second list",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("second", None), ("second_from", None)),
                            models.Q(("second__isnull", False), ("second_from__isnull", False)),
                            _connector="OR",
                        ),
                        name="second_lexicon_with_its_length",
                        violation_error_message="A second list needs the length from which it rules words, and the length a second list.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second", None), models.Q(("second", models.F("lexicon")), _negated=True), _connector="OR"
                        ),
                        name="second_lexicon_is_another",
                        violation_error_message="The second list is the first one. Choose another, or none.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LexiconWords",
            fields=[
                (
                    "lexicon",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="words",
                        serialize=False,
                        to="adjudication.lexicon",
                    ),
                ),
                ("packed", models.BinaryField()),
            ],
        ),
        migrations.RunPython(install, lift),
    ]
