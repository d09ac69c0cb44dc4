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
        ("tournaments", "0002_outcome_kinds"),
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
                        help_text="Such as school, expurgated, corrected reprint.",
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
            },
        ),
        migrations.CreateModel(
            name="LexiconUpload",
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
                        help_text="Such as school, expurgated, corrected reprint.",
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
                ("filename", models.CharField(max_length=120)),
                ("packed", models.BinaryField()),
                ("reading", models.JSONField(default=dict)),
                ("created_by", models.BigIntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created_at"],
                "abstract": False,
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
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(15),
                        ],
                        verbose_name="for words of at least",
                    ),
                ),
                ("pinned_at", models.DateTimeField(auto_now=True)),
                (
                    "division",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pinned_lexicon",
                        to="tournaments.division",
                    ),
                ),
            ],
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
        migrations.AddConstraint(
            model_name="lexicon",
            constraint=models.UniqueConstraint(fields=("name", "edition", "variant"), name="lexicon_named_once"),
        ),
        migrations.AddField(
            model_name="divisionlexicon",
            name="lexicon",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="adjudication.lexicon",
                verbose_name="word list",
            ),
        ),
        migrations.AddField(
            model_name="divisionlexicon",
            name="second",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="adjudication.lexicon",
                verbose_name="second list",
            ),
        ),
        migrations.AddField(
            model_name="lexiconupload",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="lexicon_uploads", to="tournaments.tournament"
            ),
        ),
        migrations.AddConstraint(
            model_name="divisionlexicon",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("second", None), ("second_from", None)),
                    models.Q(("second__isnull", False), ("second_from__isnull", False)),
                    _connector="OR",
                ),
                name="second_lexicon_with_its_length",
            ),
        ),
        migrations.AddConstraint(
            model_name="divisionlexicon",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None), models.Q(("second", models.F("lexicon")), _negated=True), _connector="OR"
                ),
                name="second_lexicon_is_another",
            ),
        ),
        migrations.RunPython(install, lift),
    ]
