"""Addresses of the word judge for players and stations, below judge/<event>/."""

from django.urls import path

from .views import player, station, station_slip
from .views.steps import PLAYER_STEPS

app_name = "judging"
urlpatterns = [
    path("", player.mine, name="mine"),
    path("game/<int:game_id>/", player.game, name="game"),
    *[
        path(f"slip/<int:pk>/{step.replace('_', '-')}/", player.step, {"step": step}, name=step)
        for step in PLAYER_STEPS
    ],
    path("station/", station.start, name="station"),
    path("station/leave/", station.leave, name="station_leave"),
    path("station/game/<int:game_id>/", station.game, name="station_game"),
    path("station/slip/<int:pk>/", station_slip.entry, name="station_slip"),
    path("station/slip/<int:pk>/press/", station_slip.press, name="station_press"),
    path("station/slip/<int:pk>/opinion/", station_slip.opinion, name="station_opinion"),
]
