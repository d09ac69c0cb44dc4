"""Addresses of results: the players' own at the root, the officials' below console/<event>/."""

from django.urls import URLPattern, URLResolver, include, path

from .attendance import urls as urls_attendance
from .prizes import urls as urls_awards
from .rating_lists import urls as urls_rating_lists
from .ratings import views as ratings
from .reports import views as scorecards
from .rulings import urls as urls_rulings
from .sheets import urls as urls_sheets

app_name = "results"
division: list[URLPattern | URLResolver] = [
    path("scorecards/", scorecards.scorecards, name="scorecards"),
    *urls_attendance.urlpatterns,
    *urls_sheets.officials,
    *urls_awards.officials,
    *urls_rating_lists.officials,
    path("rulings/", include(urls_rulings)),
]
urlpatterns = [
    *urls_sheets.players,
    *urls_awards.players,
    path("console/<slug:slug>/requests/", include(urls_sheets.asked)),
    path("console/<slug:slug>/rulings/", include(urls_rulings.event)),
    path("console/<slug:slug>/prizes/", include(urls_awards.event)),
    path("console/<slug:slug>/rating-lists/", include(urls_rating_lists.event)),
    path("console/<slug:slug>/new-ratings/", ratings.make_list, name="ratings_list"),
    path("console/<slug:slug>/<slug:code>/", include(division)),
]
