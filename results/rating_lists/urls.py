"""Addresses of rating lists; names are those of `results`."""

from django.urls import path

from results.rating_lists.views import lists as rating_lists
from results.rating_lists.views import matches as list_matches

event = [
    path("", rating_lists.lists, name="rating_lists"),
    path("load/", rating_lists.upload, name="rating_list_give"),
    path("load/<int:pk>/", rating_lists.preview, name="rating_list_preview"),
    path("load/<int:pk>/keep/", rating_lists.load, name="rating_list_keep"),
    path("<int:pk>/", rating_lists.rating_list, name="rating_list"),
    path("<int:pk>/file/", rating_lists.download, name="rating_list_file"),
    path("<int:pk>/delete/", rating_lists.delete, name="rating_list_delete"),
    path("uses/<int:pk>/take-back/", list_matches.restore, name="rating_list_restore"),
]
officials = [
    path("rating-lists/<int:pk>/", list_matches.plan, name="rating_list_plan"),
    path("rating-lists/<int:pk>/apply/", list_matches.apply, name="rating_list_apply"),
]
