"""Addresses of challenges for players and stations, below judge/<event>/."""

from django.urls import path

from adjudication.challenges.views import buttons, player, station

app_name = "slips"
BUTTONS = {**buttons.FOR_ALL, "not_us": buttons.not_us}
urlpatterns = [
    path("game/<int:game_id>/", player.game, name="game"),
    path("game/<int:game_id>/station/", player.station_notice, name="station_notice"),
    *(
        path(f"slip/<int:pk>/{name.replace('_', '-')}/", buttons.player(button), name=name)
        for name, button in BUTTONS.items()
    ),
    path("station/", station.start, name="station"),
    path("station/leave/", station.leave, name="station_leave"),
    path("station/game/<int:game_id>/", station.game, name="station_game"),
    path("station/slip/<int:pk>/", station.entry, name="station_slip"),
    path("station/slip/<int:pk>/press/", station.press, name="station_press"),
    path("station/slip/<int:pk>/opinion/", station.opinion, name="station_opinion"),
]
