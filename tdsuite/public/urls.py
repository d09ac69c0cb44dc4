from django.urls import path
from django.views.decorators.http import require_safe

from .views import (
    awards as views_awards,
    events as views,
    final as views_final,
    installed as views_installed,
    languages as views_languages,
    overlays as views_overlays,
    phones as views_phones,
    rules as views_rules,
    screens as views_screens,
    tables as views_tables,
)

app_name = "public"
urlpatterns = [
    path("", views.home, name="home"),
    path("language/", views_languages.choose, name="language"),
    path("worker.js", views_installed.worker, name="worker"),
    path("offline/", views_installed.offline, name="offline"),
    path("t/<slug:slug>/", views.event, name="event"),
    path("t/<slug:slug>/manifest.webmanifest", views_installed.manifest, name="manifest"),
    path("t/<slug:slug>/final/", views_final.final, name="final"),
    path("t/<slug:slug>/final/picture.png", views_final.picture, name="final_picture"),
    path("t/<slug:slug>/names/", views_phones.names, name="names"),
    path("t/<slug:slug>/rules/", views_rules.rules, name="rules"),
    path("t/<slug:slug>/screen/<int:number>/", views_screens.screen, name="screen"),
    path("t/<slug:slug>/overlay/<int:number>/", views_overlays.overlay, name="overlay"),
    path("t/<slug:slug>/<slug:code>/pairings/", views.pairings, name="pairings"),
    path("t/<slug:slug>/<slug:code>/pairings/<int:number>/", views.pairings, name="pairings"),
    path("t/<slug:slug>/<slug:code>/standings/", views.standings, name="standings"),
    path("t/<slug:slug>/<slug:code>/standings/<int:number>/", views.standings, name="standings"),
    path("t/<slug:slug>/<slug:code>/players/", views.players, name="players"),
    path("t/<slug:slug>/<slug:code>/players/<int:number>/", views.player, name="player"),
    path("t/<slug:slug>/<slug:code>/players/<int:number>/next/", views_phones.next_game, name="next_game"),
    path("t/<slug:slug>/<slug:code>/cross-table/", views_tables.cross_table, name="cross_table"),
    path("t/<slug:slug>/<slug:code>/wall-chart/", views_tables.wall_chart, name="wall_chart"),
    path("t/<slug:slug>/<slug:code>/statistics/", views_awards.statistics, name="statistics"),
    path("t/<slug:slug>/<slug:code>/statistics/<int:number>/", views_awards.statistics, name="statistics"),
    path("t/<slug:slug>/<slug:code>/chances/", views_awards.chances, name="chances"),
    path("t/<slug:slug>/<slug:code>/ratings/", views_awards.ratings, name="ratings"),
    path("t/<slug:slug>/<slug:code>/ratings/<int:number>/", views_awards.ratings, name="ratings"),
    path("t/<slug:slug>/<slug:code>/ratings/<int:number>/player/<int:player>/", views_awards.why, name="rating_why"),
    path("t/<slug:slug>/<slug:code>/wall/", views_screens.wall, name="wall"),
]
for page in urlpatterns:
    if page.name != "language":  # the only address here that takes a choice; all others are read
        page.callback = require_safe(page.callback)
