from django.urls import path

from . import views

app_name = "access"
urlpatterns = [
    path("log-in/", views.login, name="login"),
    path("log-out/", views.logout, name="logout"),
]
