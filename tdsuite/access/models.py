from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from .roles import Role


class User(AbstractUser):
    """Somebody who helps to run events. The keeper of the installation is a superuser."""

    audit_kind = "user"


class Membership(models.Model):
    """A user's role in one tournament. One person may hold several."""

    STAFF_ROLES = [(role.value, role.value.capitalize()) for role in Role if role not in (Role.PLAYER, Role.PUBLIC)]

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=STAFF_ROLES)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "tournament", "role"], name="access_one_membership_per_role")
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.tournament}"
