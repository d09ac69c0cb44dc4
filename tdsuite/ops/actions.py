"""What the record calls decisions about the installation's data."""

from tdsuite.platform.audit.actions import Action


class OpsAction(Action):
    """Decisions about backups."""

    BACKUP_FOLDER_CHOSEN = "backup.folder_chosen", "Folder for backups chosen"
    RESTORED = "backup.restored", "Restored from a copy"
