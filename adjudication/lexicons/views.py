"""Word lists: which there are, what each division is judged by, and a new one in."""

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.lexicons.engine.reading import rejected_lines
from tdsuite.platform.access.guard import actor_of, needs, require
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import refusal_in
from .forms import ImportForm, PinForm
from .models import Lexicon
from .services import import_list, open_list, pin_lexicon, read_file
from .word_source import pinned_lexicons, source_of, word_source_warnings


def words_page(
    request: HttpRequest, tournament: Tournament, lexicon: Lexicon | None = None, **sent: BaseForm
) -> HttpResponse:
    """What each division is judged by, every list there is, and a form to choose and to import one.

    Args:
        lexicon: the list whose facts are told: all there is to know of it but its words.
        sent: a form that was not accepted. `?division=` is the division that the form is about.
    """
    open_list()
    pinned, divisions = pinned_lexicons(tournament), list(tournament.divisions.all())
    about = next((row for row in divisions if row.code == request.GET.get("division")), next(iter(divisions), None))
    context = {
        "tab": "words",
        "divisions": [(division, pinned.get(division.pk)) for division in divisions],
        "lexicons": Lexicon.objects.all(),
        "source": source_of(tournament),
        "warnings": word_source_warnings(tournament),
        "form": PinForm(instance=about and pinned.get(about.pk), initial={"division": about}, tournament=tournament),
        "file_form": ImportForm(),
        "lexicon": lexicon,
        "importer": User.objects.filter(pk=lexicon.imported_by).first() if lexicon and lexicon.imported_by else None,
    }
    return render(request, "adjudication/lexicons/words.html", context | sent, status=422 if sent else 200)


@needs(Can.SEE_CONSOLE)
def words(request: HttpRequest, tournament: Tournament, pk: int | None = None) -> HttpResponse:
    """The page, with the facts of a list; POST: what a division is judged by."""
    if request.method != "POST":
        return words_page(request, tournament, get_object_or_404(Lexicon, pk=pk) if pk else None)
    require(request.user, tournament, Can.MANAGE_LEXICONS)
    form = PinForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusal_in(form):
            row = pin_lexicon(by=actor_of(request), **form.cleaned_data)
            names = {"division": form.cleaned_data["division"], "lists": row}
            messages.success(request, _("%(division)s is judged by %(lists)s.") % names)
            return redirect("lexicons:words", tournament.slug)
    return words_page(request, tournament, form=form)


@needs(Can.MANAGE_LEXICONS)
@require_POST
def upload(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Import a list. Where lines are not words they are named, and nothing is imported unless they are to be left out."""
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        sent = form.cleaned_data
        with refusal_in(form):
            reading = read_file(sent["file"].read(), sent["alphabet"], cut=sent["cut"])
            if sent["leave_out"] or not reading.rejected:
                row = import_list(
                    by=actor_of(request), lexicon=form.described(), reading=reading, tournament=tournament
                )
                numbers = {"list": row, "size": row.size, "left_out": reading.rejected_lines}
                says = _("%(list)s is imported: %(size)d words. Lines left out: %(left_out)d.") % numbers
                messages.success(request, says)
                return redirect("lexicons:list", tournament.slug, row.pk)
            form.add_error("leave_out", list(rejected_lines(reading)))
    return words_page(request, tournament, file_form=form)
