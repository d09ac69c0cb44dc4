"""Django's SQLite backend, in which transactions are let in in the order in which they asked (docs/decisions/0037-turns.md)."""
