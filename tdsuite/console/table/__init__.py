"""One table: its page, which the Round board shows as its drawer, and every press there."""
