"""What the record calls decisions about the installation's data."""

from tdsuite.platform.audit.actions import Action


class OpsAction(Action):
    """Decisions about backups, and about which computer goes on."""

    BACKUP_FOLDER_CHOSEN = "backup.folder_chosen", "Folder for backups chosen"
    HANDED_OVER = "backup.handed_over", "Handed over to another computer"
    TAKEN_BACK = "backup.taken_back", "Taken back from another computer"
    RESTORED = "backup.restored", "Restored from a copy"
