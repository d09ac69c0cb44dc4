"""Word lists in, one chosen for each division, and the open list that stands in where none is."""

import gzip
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _, ngettext

from adjudication.challenges.models import ChallengeSlip
from adjudication.lexicons.engine.alphabets import ALPHABETS
from adjudication.lexicons.engine.lookup import OPEN_VARIANT
from adjudication.lexicons.engine.reading import Reading, Unreadable, read_list
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused, check, deciding
from .actions import LexiconAction
from .models import DivisionLexicon, Lexicon, LexiconWords

DATA = Path(__file__).resolve().parent.parent / "data"
OPEN_FILE = DATA / "open-english.txt.gz"
OPEN_NAME = "Open English"
OPEN_EDITION = "SCOWL 2020.12.07"
OPEN_SHA256 = "63952d6339fd6ae031cdd071693f4804371fd15add236bad1e32e1aebc7f2821"
OPEN_LENGTHS = (108, 1165, 5067, 11471, 20301, 30470, 37800, 37335, 32910, 25981, 18960, 12963, 8475, 5223)
OPEN_LICENCE = """\
SCOWL, copyright 2000-2018 Kevin Atkinson, free to use, change and pass on with its notices. Contains the UK Advanced \
Cryptics Dictionary, copyright (c) J Ross Beresford 1993-2000, all rights reserved, and ENABLE by Alan Beale and M. Cooper, \
public domain. All notices: adjudication/data/README.md and adjudication/data/licences/."""
PACKED_LEVEL = 9


def open_list() -> Lexicon:
    """The open list that comes with the suite, made into a row when it is first asked for."""
    named = {"name": OPEN_NAME, "edition": OPEN_EDITION, "variant": OPEN_VARIANT}
    row = Lexicon.objects.filter(**named).first()
    if row is not None:
        return row
    with transaction.atomic():
        row, is_new = Lexicon.objects.get_or_create(
            **named,
            defaults={
                "licence": OPEN_LICENCE,
                "size": sum(OPEN_LENGTHS),
                "lengths": {str(length): count for length, count in enumerate(OPEN_LENGTHS, start=2)},
                "sha256": OPEN_SHA256,
                "for_tournaments": False,
                "imported_by_kind": "suite",
            },
        )
        if is_new:
            LexiconWords.objects.create(lexicon=row, packed=OPEN_FILE.read_bytes())
    return row


def read_file(data: bytes, alphabet: str, *, cut: bool = False) -> Reading:
    """Read a word list's file in a key of ALPHABETS. Raises Refused when the file is none, or it holds no word."""
    try:
        reading = read_list(data, ALPHABETS[alphabet], cut=cut)
    except Unreadable as error:
        raise Refused(str(error.args[0]), code="list_unreadable") from error
    if not reading.words:
        first = reading.rejected[0] if reading.rejected else None
        why = f" Line {first.number}: {first.why}." if first else ""
        raise Refused(
            f"There is no word in this file.{why} Give one word a line, and check the alphabet.", code="no_words"
        )
    return reading


def import_list(*, by: Actor, lexicon: Lexicon, reading: Reading, tournament: Tournament | None = None) -> Lexicon:
    """Keep a list as a new version, whole or not at all. Raises Refused when its name, edition and variant are taken.

    Args:
        lexicon: a new row with what the official says of it.
    """
    require(by, tournament, Can.MANAGE_LEXICONS)
    for name in ("name", "edition", "variant"):
        setattr(lexicon, name, " ".join(getattr(lexicon, name).split()))
    lexicon.size, lexicon.sha256 = len(reading.words), reading.sha256
    lexicon.lengths = {str(length): count for length, count in reading.lengths}
    lexicon.imported_by, lexicon.imported_by_kind = by.pk, by.audit_kind
    _refuse_taken(lexicon)
    check(lexicon)
    try:
        with deciding_on(tournament, by=by, action=LexiconAction.IMPORTED) as decision:
            lexicon.save(force_insert=True)
            packed = gzip.compress(reading.canonical, PACKED_LEVEL, mtime=0)
            LexiconWords.objects.create(lexicon=lexicon, packed=packed)
            after = {
                "list": lexicon.title,
                "alphabet": lexicon.alphabet,
                "words": lexicon.size,
                "sha256": lexicon.sha256,
                "left_out": reading.rejected_lines,
            }
            decision.record(lexicon, after=after)
    except IntegrityError as error:  # two imported it at the same moment
        sentence = _("Somebody else has just imported %s. Look at it first.") % lexicon
        raise Refused(sentence, code="list_imported") from error
    return lexicon


def _refuse_taken(lexicon: Lexicon) -> None:
    """Raises Refused when name, edition and variant are those of a version that is here, whatever the case."""
    taken = Lexicon.objects.filter(
        name__iexact=lexicon.name, edition__iexact=lexicon.edition, variant__iexact=lexicon.variant
    ).first()
    if taken is None:
        return
    if taken.sha256 == lexicon.sha256:
        sentence = _("%s is here already, with these very words. Nothing was imported.") % taken
        raise Refused(sentence, code="list_imported")
    sentence = _("%s is here already, with other words, and a list never changes. Give another edition or variant.")
    raise Refused(sentence % taken, code="list_name_taken")


def pin_lexicon(
    *,
    by: Actor,
    division: Division,
    lexicon: Lexicon,
    second: Lexicon | None = None,
    second_from: int | None = None,
    reason: str = "",
) -> DivisionLexicon:
    """Choose what a division's challenges are judged by. Raises Refused while challenges are open, NotAllowed."""
    with deciding(division, by=by, can=Can.MANAGE_LEXICONS, action=LexiconAction.PINNED, reason=reason) as decision:
        owned = decision.division
        row = DivisionLexicon.objects.filter(division=owned).select_related("lexicon", "second").first()
        before = _pin_facts(row) if row else {}
        row = row or DivisionLexicon(division=owned)
        row.lexicon, row.second, row.second_from = lexicon, second, second_from
        _refuse_unfit(row)
        after = _pin_facts(row)
        if before == after:
            sentence = _("%s is judged by these lists already. Nothing was changed.") % owned
            raise Refused(sentence, code="nothing_to_change")
        if count := ChallengeSlip.objects.filter(division=owned).pending().count():
            sentence = ngettext(
                "%(division)s has %(count)d challenge that is not closed yet. Close it, then change the word list.",
                "%(division)s has %(count)d challenges that are not closed yet. Close them, then change the word list.",
                count,
            )
            raise Refused(sentence % {"division": owned, "count": count}, code="open_challenges")
        row.save()
        decision.record(owned, before=before, after=after)
    return row


def _pin_facts(row: DivisionLexicon) -> dict[str, Any]:
    facts: dict[str, Any] = {"list": row.lexicon.title, "sha256": row.lexicon.sha256}
    if row.second is not None:
        facts |= {"second": row.second.title, "second_sha256": row.second.sha256, "second_from": row.second_from}
    return facts


def _refuse_unfit(row: DivisionLexicon) -> None:
    first, second = row.lexicon, row.second
    if second is not None and second.alphabet != first.alphabet:
        sentence = _(
            "%(first)s is in the %(a)s alphabet and %(second)s in the %(b)s: no word can be looked up in both."
        )
        names = {"first": first, "a": first.tiles.name, "second": second, "b": second.tiles.name}
        raise Refused(sentence % names, code="second_list_alphabet")
    check(row)
