"""Where Django keeps sessions (setting SESSION_ENGINE): the key is in the cookie alone, so that who reads the database opens nothing."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import CreateError, SessionBase, UpdateError
from django.db import IntegrityError, transaction
from django.utils import timezone

from tdsuite.platform.audit.digests import fingerprint
from .models import AccountSession

SEEN_EVERY = timedelta(minutes=5)


class SessionStore(SessionBase):
    """A session of an account, or of somebody who is about to log in."""

    @property
    def key_salt(self) -> str:
        """What it remembers is signed together with its key, so that a row put in or copied in the database opens nothing."""
        return f"tdsuite.platform.access.session {fingerprint(self.session_key or '')}"

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        rows = AccountSession.objects.filter(key_hash=fingerprint(self.session_key or ""), expires_at__gt=now)
        row = rows.first()
        if row is None:
            self._session_key = None
            return {}
        if now - row.used_at > SEEN_EVERY:
            rows.update(used_at=now)
        values: dict[str, Any] = self.decode(row.values)
        return values

    def exists(self, session_key: str) -> bool:
        return AccountSession.objects.filter(key_hash=fingerprint(session_key)).exists()

    def create(self) -> None:
        self._session_key = self._get_new_session_key()  # type: ignore[attr-defined]
        self.save(must_create=True)
        self.modified = True

    def save(self, must_create: bool = False) -> None:
        """Raises CreateError, UpdateError: the session was ended meanwhile."""
        if self.session_key is None:
            return self.create()
        values = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        key_hash, now = fingerprint(self.session_key), timezone.now()
        row = {
            "user_id": values.get(SESSION_KEY), "password_mark": fingerprint(values.get(HASH_SESSION_KEY, "")),
            "values": self.encode(values), "expires_at": self.get_expiry_date(),
        }  # fmt: skip
        if not must_create:
            if not AccountSession.objects.filter(key_hash=key_hash).update(**row):
                raise UpdateError
            return None
        try:
            with transaction.atomic():
                AccountSession.objects.create(key_hash=key_hash, opened_at=now, used_at=now, **row)
        except IntegrityError:
            raise CreateError from None
        return None

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            AccountSession.objects.filter(key_hash=fingerprint(key)).delete()
