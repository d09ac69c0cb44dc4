from django.urls import path

from .views import accounts, desk, invitations, players, second_factor, stations

DESK = "console/<slug:slug>/"

app_name = "access"
urlpatterns = [
    path("log-in/", accounts.login, name="login"),
    path("log-in/code/", accounts.login_code, name="login_code"),
    path("log-out/", accounts.logout, name="logout"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.password, name="own_password"),
    path("account/second-factor/", second_factor.second_factor, name="second_factor"),
    path("account/second-factor/recovery-codes/", second_factor.recovery_codes, name="recovery_codes"),
    path("account/second-factor/off/", second_factor.off, name="second_factor_off"),
    path("account/tokens/", accounts.new_token, name="token"),
    path("account/tokens/<int:pk>/revoke/", accounts.revoke, name="token_revoke"),
    path("invited/<str:token>/", invitations.invited, name="invited"),
    path("l/<str:token>/", players.link, name="link"),
    path("p/", players.pin, name="sign_in"),
    path("p/done/<slug:slug>/", players.done, name="sign_out"),
    path("p/still-here/<slug:slug>/", players.still_here, name="still_here"),
    path("station/", players.station, name="station"),
    path(f"{DESK}sign-in/", desk.cards, name="cards"),
    path(f"{DESK}sign-in/issue/", desk.issue, name="issue"),
    path(f"{DESK}sign-in/print/", desk.print_cards, name="print_cards"),
    path(f"{DESK}sign-in/<int:entry_id>/reissue/", desk.reissue, name="reissue"),
    path(f"{DESK}sign-in/<int:entry_id>/revoke/", desk.revoke, name="revoke"),
    path(f"{DESK}stations/", stations.stations, name="stations"),
    path(f"{DESK}stations/<int:pk>/code/", stations.renew, name="station_code"),
    path(f"{DESK}stations/<int:pk>/revoke/", stations.revoke, name="station_revoke"),
]
