"""The two queues every worker serves."""

NOW = "now"  # somebody waits for it
BULK = "bulk"  # may take a while; never more at once than JOBS_BULK_AT_ONCE
QUEUES = (NOW, BULK)
