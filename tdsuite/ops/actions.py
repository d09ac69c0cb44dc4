"""What the record calls decisions about the installation's data."""

from tdsuite.platform.audit.actions import Action


class OpsAction(Action):
    """Decisions about backups, about which computer goes on, and about events that are put aside."""

    BACKUP_FOLDER_CHOSEN = "backup.folder_chosen", "Folder for backups chosen"
    HANDED_OVER = "backup.handed_over", "Handed over to another computer"
    TAKEN_BACK = "backup.taken_back", "Taken back from another computer"
    RESTORED = "backup.restored", "Restored from a copy"
    PUT_ASIDE = "event.put_aside", "Event put aside"
    BROUGHT_BACK = "event.brought_back", "Event brought back"
