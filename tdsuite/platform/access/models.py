from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.actors import CommandLine
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import Kept, RecordedQuerySet, deciding_on
from tdsuite.platform.words.lines import LineField
from .actions import AccessAction
from .roles import Can, Role


class AccountManager(UserManager["User"]):
    """Nobody becomes an administrator without a record: Django's own `createsuperuser` comes here too."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of a name as people type it: phones begin it with a capital."""
        return self.get(username__iexact=username)

    def create_superuser(self, *args: Any, **values: Any) -> "User":
        with deciding_on(None, by=CommandLine(), action=AccessAction.ACCOUNT_CREATED) as decision:
            user = super().create_superuser(*args, **values)
            decision.record(user, after={"administrator": True})
        return user


class User(AbstractUser):
    """Somebody who helps to run events. An administrator is a superuser.

    Attributes:
        limited_to: the capabilities that the token of this request leaves; None = all of the account.
        factor_nonce: the secret of the second factor is computed from it and the installation's key (access.codes); "" = off.
        factor_hash: SHA-256 of that secret, which tells whether the key is still the same.
        factor_step: the time step of the newest code that was taken: no code opens twice.
    """

    recorded = Kept(
        "",
        words="username email factor_hash",
        left="password last_login first_name last_name date_joined factor_nonce factor_step",
    )
    audit_kind = "user"
    limited_to: frozenset[Can] | None = None

    factor_nonce = models.CharField(max_length=32, blank=True, editable=False)
    factor_hash = models.CharField(max_length=64, blank=True, editable=False)
    factor_step = models.PositiveBigIntegerField(default=0, editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="access_one_account_a_name",
                violation_error_message=_("An account of that name exists already."),
            )
        ]

    @property
    def has_second_factor(self) -> bool:
        return bool(self.factor_nonce)

    def get_session_auth_hash(self) -> str:
        """Another one with another password or second factor: sessions and tokens of before are over."""
        digest = super().get_session_auth_hash()
        return fingerprint(digest + self.factor_nonce) if self.factor_nonce else digest

    @property
    def password_mark(self) -> str:
        """Changes with the password, whichever way it is changed: sessions and tokens carry that of theirs."""
        return fingerprint(self.get_session_auth_hash())

    @property
    def working(self) -> models.Q:
        """Which of its sessions and tokens open it: not over, and made under the password of now."""
        return models.Q(password_mark=self.password_mark, expires_at__gt=timezone.now())

    def end_sessions_and_tokens(self) -> None:
        self.sessions.all().delete()
        self.api_tokens.all().delete()


class RecoveryCode(models.Model):
    """Opens an account once in place of a code of its second factor; here stands its SHA-256 only."""

    recorded = Kept("", words="code_hash")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)

    objects = RecordedQuerySet["RecoveryCode"].as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "code_hash"], name="access_recovery_codes_differ")]

    def __str__(self) -> str:
        return f"recovery code {self.pk} of account {self.user_id}"


class AccountSession(models.Model):
    """A browser in which somebody logged in, or types a password; the key is in its cookie, here stands the SHA-256 only.

    Attributes:
        user: None before the log-in.
        password_mark: of the password under which it was opened; under another one it opens nothing.
        values: what pages remember in it, signed (`access.sessions`).
    """

    key_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    password_mark = models.CharField(max_length=64, blank=True)
    values = models.TextField()
    opened_at = models.DateTimeField()
    used_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"session {self.pk} of account {self.user_id}"


class ApiToken(models.Model):
    """How a program acts as an account; here stands the SHA-256 of the token only.

    Attributes:
        password_mark: of the password under which it was made; under another one it is no token.
    """

    recorded = Kept("", words="name key_hash password_mark", left="used_at")

    class Scope(models.TextChoices):
        READ = "read", _("read")
        RESULTS = "results", _("read, and enter and correct results")
        EVERYTHING = "everything", _("everything that the account may")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = LineField(_("name"), max_length=60)
    scope = LineField(_("scope"), max_length=10, choices=Scope.choices)
    key_hash = models.CharField(max_length=64, unique=True)
    password_mark = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    objects = RecordedQuerySet["ApiToken"].as_manager()

    def __str__(self) -> str:
        return self.name


class AnsweredCall(models.Model):
    """A call of the API that was done under a key of its caller, and what it was answered, for a day.

    Attributes:
        key_hash: SHA-256 of the `Idempotency-Key`.
        sent: SHA-256 of method, address and body.
        answer: its bytes, locked with the key, which is not kept.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key_hash = models.CharField(max_length=64)
    sent = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    media_type = models.CharField(max_length=100, blank=True)
    answer = models.BinaryField(default=b"")
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key_hash"], name="access_call_answered_once")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class Membership(models.Model):
    """A user's role in one tournament. One person may hold several."""

    recorded = Kept("tournament")
    STAFF_ROLES = [
        (role.value, "Official (check-in)" if role is Role.OFFICIAL else role.value.capitalize())
        for role in Role
        if role not in (Role.PLAYER, Role.PUBLIC)
    ]

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="memberships")
    role = LineField(_("role"), max_length=12, choices=STAFF_ROLES)

    objects = RecordedQuerySet["Membership"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "tournament", "role"], name="access_one_membership_per_role")
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.tournament}"


class InvitationQuerySet(RecordedQuerySet["Invitation"]):
    def open(self) -> "InvitationQuerySet":
        """Not used, revoked or over."""
        return self.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())


class Invitation(models.Model):
    """A link that gives one person a role in one event, once; here stands the SHA-256 of its token only.

    Attributes:
        name: whom it is for, as the list shows it.
        made_by: it ends when they may invite no more.
    """

    recorded = Kept("tournament", words="name token_hash")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="invitations")
    role = LineField(_("role"), max_length=12, choices=Membership.STAFF_ROLES)
    name = LineField(_("for"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    def __str__(self) -> str:
        return f"invitation of {self.name}"


class PlayerLinkQuerySet(RecordedQuerySet["PlayerLink"]):
    def live(self) -> "PlayerLinkQuerySet":
        return self.filter(revoked_at=None)

    def of(self, tournament: Any) -> "PlayerLinkQuerySet":
        return self.filter(entry__division__tournament=tournament)


class PlayerLink(models.Model):
    """How one player signs in to one event: a private link, and a PIN. A new issue replaces both.

    The token is computed from `nonce` and the installation's key (access.codes); here stands its SHA-256 only.
    """

    recorded = Kept("entry__division__tournament", words="nonce token_hash pin_hash", left="batch")
    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="player_link")
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    pin_hash = models.CharField(max_length=128)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    batch = models.ForeignKey("access.PrintedBatch", on_delete=models.SET_NULL, null=True, related_name="links")

    objects = PlayerLinkQuerySet.as_manager()

    def __str__(self) -> str:
        return f"link of entry {self.entry_id}"


class PrintedBatch(models.Model):
    """Cards printed together, and the address that their codes carry."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="printed_batches")
    base_url = models.CharField(max_length=200)
    printed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"cards for {self.base_url}"


class Station(models.Model):
    """A tablet by the desk, paired once with a short-lived code."""

    recorded = Kept("tournament", words="name code_hash key_hash", left="seen_at")
    audit_kind = "station"

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="stations")
    name = LineField(_("name"), max_length=40)
    code_hash = models.CharField(max_length=64, blank=True)
    code_until = models.DateTimeField(null=True)
    key_hash = models.CharField(max_length=64, blank=True)
    paired_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = RecordedQuerySet["Station"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="access_station_names_differ"),
            models.UniqueConstraint(
                fields=["key_hash"], condition=~models.Q(key_hash=""), name="access_one_tablet_a_station"
            ),
        ]
        indexes = [models.Index(fields=["code_hash"], name="access_station_code")]

    def __str__(self) -> str:
        return self.name

    @property
    def device(self) -> str:
        return f"station:{self.pk}"


class PlayerSession(models.Model):
    """A signed-in player: a cookie's fingerprint, how and where he signed in, and when he was last here."""

    link = models.ForeignKey(PlayerLink, on_delete=models.CASCADE, related_name="sessions")
    key_hash = models.CharField(max_length=64, unique=True)
    means = models.CharField(max_length=8)
    device = models.CharField(max_length=32)
    station = models.ForeignKey(Station, on_delete=models.CASCADE, null=True, related_name="sessions")
    opened_at = models.DateTimeField()
    used_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["used_at"], name="access_session_used")]

    def __str__(self) -> str:
        return f"session {self.pk} of link {self.link_id}"


class KnownDevice(models.Model):
    """A device that was signed in as somebody before: its wrong tries are counted apart from those of strangers."""

    device = models.CharField(max_length=32)
    subject = models.CharField(max_length=80)  # "entry:7", "account:<fingerprint of the name>"

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "subject"], name="access_device_known_once")]

    def __str__(self) -> str:
        return f"{self.device} knows {self.subject}"


class Tries(models.Model):
    """Wrong tries under one key (of a player, a device, an account; addresses stand there as digests), and how long the next must wait."""

    key = models.CharField(max_length=120, primary_key=True)
    count = models.PositiveIntegerField(default=0)  # those that are not judged yet too
    begun = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField())
    )  # since when those are under way
    last_at = models.DateTimeField(db_index=True)
    blocked_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class ServedAt(models.Model):
    """Where this installation answered when it last looked. One row."""

    base_url = models.CharField(max_length=200)
    addresses = models.JSONField(default=list)
    names = models.JSONField(default=list)  # announced by mDNS
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.base_url
