"""Addresses of rating lists; names are those of `results`."""

from django.urls import path

from .views import lists as rating_lists, matches as list_matches

event = [
    path("people/", list_matches.people, name="known_people"),
    path("", rating_lists.lists, name="rating_lists"),
    path("<int:pk>/file/", rating_lists.download, name="rating_list_file"),
    path("<int:pk>/delete/", rating_lists.delete, name="rating_list_delete"),
]
officials = [
    path("rating-lists/<int:pk>/", list_matches.plan, name="rating_list_plan"),
    path("rating-lists/<int:pk>/apply/", list_matches.apply, name="rating_list_apply"),
]
