"""Addresses of results: the players' own at the root, the officials' below console/<event>/."""

from django.urls import URLPattern, URLResolver, include, path

from results.attendance import urls as urls_attendance
from results.games.views import enter, rounds
from results.prizes import urls as urls_awards
from results.rating_lists import urls as urls_rating_lists
from results.ratings import views as ratings
from results.reports import views as scorecards
from results.rulings import urls as urls_rulings
from results.sheets import urls as urls_sheets

app_name = "results"
division: list[URLPattern | URLResolver] = [
    path("round/<int:number>/enter/", enter.enter, name="enter"),
    path("round/<int:number>/enter/typing/", enter.typing, name="typing"),
    path("round/<int:number>/missing/", enter.missing, name="missing"),
    path("round/<int:number>/results/", rounds.results, name="round"),
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
    path("console/<slug:slug>/sheets/", include(urls_sheets.event)),
    path("console/<slug:slug>/requests/", include(urls_sheets.asked)),
    path("console/<slug:slug>/check-in/", include(urls_attendance.event)),
    path("console/<slug:slug>/prizes/", include(urls_awards.event)),
    path("console/<slug:slug>/rating-lists/", include(urls_rating_lists.event)),
    path("console/<slug:slug>/new-ratings/", ratings.make_list, name="ratings_list"),
    path("console/<slug:slug>/<slug:code>/", include(division)),
]
