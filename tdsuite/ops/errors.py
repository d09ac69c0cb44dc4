"""What can go wrong when an installation is looked after, each with what its administrator can do."""

from .paths import TYPED


class NoSuchUser(LookupError):
    """There is no account of that name."""

    def __init__(self, username: str, known: list[str]) -> None:
        among = f" Accounts here: {', '.join(known)}." if known else " There are no accounts here yet."
        super().__init__(f"There is no account {username!r}.{among}")


class WeakPassword(ValueError):
    """A password that the installation's rules refuse; the message is theirs."""


class CannotCopy(Exception):
    """No copy of the database could be made; the message says why and what to do."""


class NewerDatabase(Exception):
    """A newer version of the suite wrote the database.  unknown: its steps that this version does not know."""

    def __init__(self, unknown: list[str]) -> None:
        super().__init__(
            f"A newer version of tdsuite wrote this database: {unknown[0]} is unknown here. Start that version; or, to go back, "
            f"restore the last copy from before its upgrade: `{TYPED} manage backup restore COPY --put-aside` (on PostgreSQL "
            "the dump, backups/before-upgrade-...). A database from before the first release cannot be used: export its events as JSON with the "
            "version that wrote it, move the database away, start, and import them."
        )
