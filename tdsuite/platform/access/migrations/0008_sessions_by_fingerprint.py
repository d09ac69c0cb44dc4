import hashlib

import django.db.models.deletion
from django.conf import settings
from django.core import signing
from django.db import migrations, models
from django.utils import timezone


def fingerprint(text):
    return hashlib.sha256(text.encode()).hexdigest()


def take_over(apps, schema_editor):
    """Sessions that are open go on; the keys themselves, which stood there in clear, go with their table.

    It is that of an app that is no longer installed.
    """
    connection, now = schema_editor.connection, timezone.now()
    if "django_session" not in connection.introspection.table_names():
        return
    users = set(apps.get_model("access", "User").objects.values_list("pk", flat=True))
    with connection.cursor() as cursor:
        until = connection.ops.adapt_datetimefield_value(now)
        cursor.execute("SELECT session_key, session_data FROM django_session WHERE expire_date > %s", [until])
        for key, text in cursor.fetchall():
            try:
                values = signing.loads(
                    text, salt="django.contrib.sessions.SessionStore", serializer=signing.JSONSerializer
                )
            except signing.BadSignature:
                continue
            if int(values.get("_auth_user_id", 0)) in users:
                apps.get_model("access", "AccountSession").objects.create(
                    key_hash=fingerprint(key), user_id=values["_auth_user_id"], values=text, opened_at=now, used_at=now,
                    password_mark=fingerprint(values.get("_auth_user_hash", "")),
                    expires_at=now,
                )  # fmt: skip
                cursor.execute(
                    "UPDATE access_accountsession SET expires_at = (SELECT expire_date FROM django_session"
                    " WHERE session_key = %s) WHERE key_hash = %s",
                    [key, fingerprint(key)],
                )
        cursor.execute("DROP TABLE django_session")


class Migration(migrations.Migration):
    dependencies = [
        ("access", "0007_answered_calls"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountSession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("password_mark", models.CharField(blank=True, max_length=64)),
                ("values", models.TextField()),
                ("browser", models.CharField(blank=True, max_length=60)),
                ("opened_at", models.DateTimeField()),
                ("used_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.AlterModelManagers(name="user", managers=[]),
    ]
