"""Addresses of challenges for officials, below console/<event>/challenges/; players and stations: at_table.py."""

from django.urls import path

from adjudication.challenges.views import buttons, judge, slips

app_name = "challenges"
BUTTONS = {**buttons.FOR_ALL, "confirm": buttons.confirm, "void": buttons.strike_out, "third": buttons.third_opinion}
urlpatterns = [
    path("", judge.queue, name="queue"),
    path("next/", judge.take_next, name="next"),
    path("new/", slips.new, name="slip_choose"),
    path("new/<int:game_id>/", slips.new, name="slip_new"),
    path("slip/<int:pk>/", slips.slip, name="slip"),
    path("slip/<int:pk>/judge/", judge.judge, name="slip_judge"),
    path("slip/<int:pk>/misadjudication/", slips.misadjudication, name="misadjudication"),
    *(
        path(f"slip/<int:pk>/{name.replace('_', '-')}/", buttons.official(button), name=name)
        for name, button in BUTTONS.items()
    ),
    path("docket/<slug:code>/", judge.docket, name="docket"),
    path("settings/", judge.settings, name="settings"),
]
