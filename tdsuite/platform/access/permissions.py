"""Permissions of API views. The default is *denied*: a view that declares none answers nobody."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class Denied(BasePermission):
    """Nobody may: the default of every API view."""

    def has_permission(self, request: Request, view: object) -> bool:
        return False


class AsksGuard(BasePermission):
    """The view itself asks `access.guard`, of the event that its address names and with the capability of its method.

    `tests/platform/access/test_matrix.py` asks every view as every role and holds who may.
    """
