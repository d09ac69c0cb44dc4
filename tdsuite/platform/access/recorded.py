"""What the record keeps of accounts and roles; never a password."""

from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.audit.services import record_rows

record_rows(User, event="", fields="is_superuser is_staff is_active", words="username email factor_hash")
record_rows(Membership, event="tournament", fields="user tournament role")
