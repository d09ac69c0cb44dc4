"""The reader's own choice of a language."""

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


class LanguageForm(forms.Form):
    language = forms.ChoiceField(choices=settings.LANGUAGES)


# A form's token would make every public page somebody's own. Who sends this in another's name changes the language of their pages.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Remember the language, in a cookie that says nothing else, and go back to the page."""
    back = request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("public:home")
    response = HttpResponseRedirect(back)
    form = LanguageForm(request.POST)
    if form.is_valid():
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            form.cleaned_data["language"],
            max_age=settings.LANGUAGE_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
        )
    return response
