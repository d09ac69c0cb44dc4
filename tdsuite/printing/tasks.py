"""The job that makes a PDF: rows to HTML in the worker's thread, HTML to PDF in a helper."""

from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tdsuite.jobs.errors import JobRefused
from tdsuite.jobs.registry import JobContext, handler

from . import pdf, registry, services

RENDER_SECONDS = 300.0


@handler("printing.render", queue="bulk", label=_("Making a PDF"))
def render(ctx: JobContext) -> dict[str, Any]:
    """args: report, paper, options, language.  The job's file is the PDF."""
    available, why = pdf.pdf_available()
    if not available:
        raise JobRefused(why)
    ctx.progress(0, 3, _("Reading"))
    subject = ctx.subject()
    if subject is None:
        raise JobRefused(_("What was to be printed is gone."))
    report = registry.find(ctx.args["report"])
    with translation.override(ctx.args.get("language") or settings.LANGUAGE_CODE):
        sheet = report.build(subject, ctx.args.get("options", {}))
        html = services.render_html(report, sheet, paper=ctx.args.get("paper", "A4"), for_pdf=True)
    ctx.progress(1, 3, _("Setting pages"))
    data = ctx.run_in_process(pdf.write_pdf, html, services.STATIC_BASE, static_roots(), timeout=RENDER_SECONDS)
    ctx.progress(2, 3, _("Keeping the file"))
    file = ctx.add_file(services.file_name(report, sheet), data, "application/pdf")
    ctx.progress(3, 3, _("Ready"))
    return {"file": file.name, "bytes": file.size}


def static_roots() -> tuple[tuple[str, str], ...]:
    """Where our static files and fonts lie, the prefixed folders first."""
    listed = [(f"{entry[0]}/", str(entry[1])) for entry in settings.STATICFILES_DIRS if isinstance(entry, tuple)]
    return (*listed, *(("", str(entry)) for entry in settings.STATICFILES_DIRS if not isinstance(entry, tuple)))
