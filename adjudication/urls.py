"""Addresses of the word judge, below console/<event>/challenges/."""

from django.urls import path

from .views import register

app_name = "adjudication"
urlpatterns = [
    path("register.csv", register.download, name="register_csv"),
]
