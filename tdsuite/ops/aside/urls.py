from django.urls import path

from tdsuite.ops.aside import views

app_name = "aside"
urlpatterns = [
    path("put-aside/", views.put_aside_page, name="put_aside"),
    path("bring-back/", views.bring_back_page, name="bring_back"),
]
