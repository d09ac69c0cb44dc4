"""Django's SQLite backend, in which transactions are let in in the order in which they asked (docs/decisions/0037-turns.md)."""

from django.db.backends.sqlite3 import base

from .turns import Turns, turns_at


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions that may write wait for their turn before SQLite is asked."""

    _turns: Turns | None = None  # taken, and not given back

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            turns = turns_at(self.settings_dict["NAME"])
            turns.take(self.settings_dict.get("OPTIONS", {}).get("timeout", 5.0))
            self._turns = turns
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_back()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # the turn stays while what failed here is rolled back
        self._give_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_back()

    def _give_back(self) -> None:
        if self._turns is not None:
            turns, self._turns = self._turns, None
            turns.give_back()
