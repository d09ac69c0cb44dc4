"""What can go wrong when an installation is looked after, each with what its administrator can do."""


class NoSuchUser(LookupError):
    """There is no account of that name."""

    def __init__(self, username: str, known: list[str]) -> None:
        among = f" Accounts here: {', '.join(known)}." if known else " There are no accounts here yet."
        super().__init__(f"There is no account {username!r}.{among}")


class WeakPassword(ValueError):
    """A password that the installation's rules refuse; the message is theirs."""
