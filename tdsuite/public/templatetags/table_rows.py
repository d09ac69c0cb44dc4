"""Rows of the tables of a whole division: strings, as those of `rows.py` and for the same reason.

Nothing is decided here. Whatever is not a number or our own words goes through `escape`.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from html import escape

from django import template
from django.template.defaultfilters import floatformat
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from results.prizes.engine.statistics import Averages
from results.prizes.services.ceremony import AwardedPage
from results.prizes.services.event_end import DivisionEnd, RecordGame
from results.prizes.services.statistics import Listed, StatisticsPage
from results.ratings.services import RatingsPage
from tdsuite.platform.languages import translated
from tdsuite.public.reads import PlayerCard, PlayerRound
from tdsuite.public.tables import CrossLine, WallCell, wall_column
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.figures import wins_text
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.rulebooks.summary import Origin, PlayersRule

from .figures import meetings, record, result_word, signed, tone
from .rows import players_url

register = template.Library()
DASH = "–"


@lru_cache(8192)
def decimal(value: float, digits: int, _language: str | None) -> str:
    """As the filter `floatformat` writes it in the reader's language, which is asked for once a table."""
    return str(floatformat(value, digits))


@register.simple_tag
def rule_rows(rules: Iterable[PlayersRule], origin: Origin) -> SafeString:
    """`{% rule_rows group.rules rules.origin %}`: subjects and rules of an event; the rule numbers of a shipped book are English."""
    return _rule_rows(tuple(rules), bool(origin.sha256), get_language())


@lru_cache(256)  # an event's rules change once in a while
def _rule_rows(rules: Sequence[PlayersRule], loaded: bool, _language: str | None) -> SafeString:
    language, rows = "" if loaded else ' lang="en"', []
    for rule in rules:
        silent = " †" if rule.ours else ""
        pin = f' <span class="pin"{language}>({escape(rule.rule)})</span>' if rule.rule else ""
        rows.append(
            f'<tr><th scope="row">{escape(translated(rule.title))}</th><td>{escape(translated(rule.text))}{silent}{pin}</td></tr>\n'
        )
    return SafeString("".join(rows))


@register.simple_tag
def player_rows(entries: Iterable[Entry], division: Division) -> SafeString:
    """`{% player_rows entries division %}`: the roster as everybody reads it."""
    players, unrated = players_url(division), _("unrated")
    rows = []
    for entry in entries:
        person, number = entry.player, entry.number
        place = escape(", ".join(filter(None, (person.club, person.country))))
        rows.append(
            f'<tr data-find="{escape(person.name.lower())} {number}"><td class="num">{number}</td>'
            f'<th scope="row" class="name"><a href="{players}{number}/">{escape(person.name)}</a></th>'
            f'<td class="num">{entry.rating or unrated}</td><td class="wide-only">{place}</td></tr>\n'
        )
    return SafeString("".join(rows))


@register.simple_tag
def name_rows(lines: Iterable[tuple[Division, Entry]]) -> SafeString:
    """`{% name_rows lines %}`: everybody of all divisions as filed, for whoever looks for their own name."""
    addresses: dict[int, str] = {}
    rows = []
    for division, entry in lines:
        person, number = entry.player, entry.number
        if division.pk not in addresses:
            addresses[division.pk] = players_url(division)
        address = f"{addresses[division.pk]}{number}/"
        rows.append(
            f'<tr data-find="{escape(person.name.lower())} {number}"><th scope="row" class="name">'
            f'<a href="{address}" data-this-is-me="{address}">{escape(person.filing_name)}</a> '
            f'<span class="pin">{number}</span></th><td class="quiet">{escape(str(division))}</td></tr>\n'
        )
    return SafeString("".join(rows))


@register.simple_tag
def event_cards(events: Iterable[Tournament]) -> SafeString:
    """`{% event_cards events %}`: each event with its days and place, as the home page lists them."""
    practice = f' <span class="badge">{_("practice")}</span>'
    cards = []
    for event in events:
        seen = f' <span class="badge">{event.visibility}</span>' if event.visibility != "public" else ""
        cards.append(
            f'<li class="card event {event.status}"><h3><a class="cover" href="{escape(event.get_absolute_url())}">'
            f"{escape(str(event))}</a>{seen}{practice if event.is_practice else ''}</h3>"
            f'<p class="muted">{escape(event.venue)}</p>'
            f'<p class="when">{_days(event.starts_on, event.ends_on, get_language())}</p></li>\n'
        )
    return SafeString("".join(cards))


@lru_cache(1024)
def _days(first: date, last: date, _language: str | None) -> str:
    return render_to_string("components/_dates.html", {"event": {"starts_on": first, "ends_on": last}})


@register.simple_tag
def player_options(entries: Iterable[Entry], chosen: int) -> SafeString:
    """`{% player_options entries number %}`: everybody to choose from, one of them chosen."""
    options = []
    for entry in entries:
        selected = " selected" if entry.number == chosen else ""
        options.append(
            f'<option value="{entry.number}"{selected}>{entry.number} {escape(entry.player.name)}</option>\n'
        )
    return SafeString("".join(options))


@register.simple_tag
def wall_rows(history: History, entries: Iterable[Entry], numbers: Sequence[int]) -> SafeString:
    """`{% wall_rows history entries numbers %}`: the wall chart's rounds of these players; a round is made once (`History.part`)."""
    players, language = players_url(history.division), get_language()
    columns = [history.part(_wall_column, number, language) for number in numbers]
    ranks = {row.number: row.rank_text for row in history.standings(numbers[-1])} if numbers else {}
    rows = []
    for entry in entries:
        number = entry.number
        cells = "".join([column.get(number, '<td class="chart"></td>') for column in columns])
        rows.append(
            f'<tr><th scope="row" class="name"><span class="pin">{number}</span> '
            f'<a href="{players}{number}/">{escape(entry.player.name)}</a></th>{cells}'
            f'<td class="num">{ranks.get(number, "")}</td></tr>\n'
        )
    return SafeString("".join(rows))


def _wall_column(history: History, number: int, _language: str | None) -> dict[int, str]:
    return {player: _wall_cells(cells) for player, cells in history.part(wall_column, number).items()}


def _wall_cells(cells: Sequence[WallCell]) -> str:
    texts = []
    for cell in cells:
        score = f"<small>{cell.score}</small>" if cell.score else ""
        texts.append(f"<b>{cell.letter}</b> {cell.opponent or ''}{score}")
    last = cells[-1]
    so_far = "" if last.won is None else f"<small>{wins_text(last.halves)}, {signed(last.spread)}</small>"
    return f'<td class="chart">{"".join(texts)}{so_far}</td>'


@register.simple_tag
def cross_heads(lines: Iterable[CrossLine]) -> SafeString:
    """`{% cross_heads lines %}`: a column for each player."""
    heads = [
        f'<th scope="col" class="mid"><abbr title="{escape(line.entry.player.name)}">{line.entry.number}</abbr></th>\n'
        for line in lines
    ]
    return SafeString("".join(heads))


@register.simple_tag
def cross_rows(lines: Iterable[CrossLine], division: Division) -> SafeString:
    """`{% cross_rows lines division %}`: each player against every other."""
    players, same = players_url(division), _("the same player")
    own = f'<td class="self"><span class="visually-hidden">{same}</span></td>'
    rows = []
    for line in lines:
        address = f"{players}{line.entry.number}/"
        cells = []
        for other, met in line.against:
            if met is None:
                cells.append(own)
            elif met.rounds:
                cells.append(
                    f'<td class="mid"><a href="{address}against/{other.number}/">{meetings(met)}</a>'
                    f'<small class="{tone(met.spread)}">{signed(met.spread)}</small></td>'
                )
            else:
                cells.append("<td></td>")
        rows.append(
            f'<tr><th scope="row" class="name"><a href="{address}">{escape(line.entry.player.name)}</a> '
            f'<span class="pin">{line.entry.number}</span></th>{"".join(cells)}</tr>\n'
        )
    return SafeString("".join(rows))


@register.simple_tag
def card_rows(card: PlayerCard, division: Division) -> SafeString:
    """`{% card_rows card division %}`: a player's rounds, each with the opponent, the score and the place after it."""
    players = players_url(division)
    return SafeString("".join([_card_row(line, players, card.entry.number) for line in card.lines]))


def _card_row(line: PlayerRound, players: str, number: int) -> str:
    call, seat, opponent = line.call, line.call.seat, line.call.opponent
    outcome = escape(capfirst(call.board.outcome_words))
    name, under = outcome, ""
    if opponent:
        name = f'<a href="{players}{opponent.entry.number}/">{escape(opponent.entry.player.name)}</a>'
        whom = escape(_("with %(player)s") % {"player": opponent.entry.player.name})
        started = {"first": _("started"), "second": _("second")}.get(seat.start, "")
        under = (
            f' {outcome or started} · <a href="{players}{number}/against/{opponent.entry.number}/">{_("their games")}'
            f'<span class="visually-hidden"> {whom}</span></a>'
        )
    result = f'<span class="result {seat.result}">{result_word(seat.result)}</span>' if seat.result else ""
    score = ""
    if seat.score is not None:
        score = f' <span class="scoreline">{seat.score}–{opponent.score if opponent else ""}</span>'
    return (
        f'<tr><td>{line.round}</td><th scope="row" class="name">{name} <span class="under">{under}</span></th>'
        f'<td class="num">{result}{score}</td><td class="num wide-only {tone(seat.spread)}">{signed(seat.spread)}</td>'
        f'<td class="num quiet wide-only">{line.after.rank_text if line.after else ""}</td></tr>\n'
    )


@register.simple_tag
def podium_cards(part: DivisionEnd) -> SafeString:
    """`{% podium_cards part %}`: the first three places."""
    players = players_url(part.division)
    cards = []
    for finish in part.podium:
        standing = finish.standing
        cards.append(
            f'<li class="card{" champion" if standing.rank == 1 else ""}"><b class="step">{standing.rank_text}</b> <div>'
            f"<h3>{_named(finish.entry, players)}</h3> "
            f'<p>{record(standing)} <span class="{tone(standing.spread)}">{signed(standing.spread)}</span></p></div></li>\n'
        )
    return SafeString("".join(cards))


@register.simple_tag
def record_cards(part: DivisionEnd) -> SafeString:
    """`{% record_cards part %}`: the records of a division, and who gained most rating points."""
    players, both, gain = players_url(part.division), f" {_('and')} ", _("Rating gain")
    cards = [
        (
            escape(line.title),
            str(line.value),
            both.join(_named(entry, players) for entry in line.people),
            _record_words(line),
        )
        for line in part.records
    ]
    for finish in part.gains:
        rating = finish.rating
        if rating:
            change = f"{rating.old} → {rating.new}"
            cards.append((gain, signed(rating.change), f"{_named(finish.entry, players)} ", change))
    texts = [
        f'<li class="card"><p class="muted">{title}</p> <p><b class="value">{value}</b></p> <p>{people}<small>{words}</small></p></li>\n'
        for title, value, people, words in cards
    ]
    return SafeString("".join(texts))


def _named(entry: Entry, players: str) -> str:
    return f'<a href="{players}{entry.number}/">{escape(entry.player.name)}</a>'


def _record_words(line: RecordGame) -> str:
    """When it was and against whom, or how many games share it."""
    if line.shared > 1:
        words = ngettext("%(games)s game shares it", "%(games)s games share it", line.shared)
        return words % {"games": line.shared}
    facts = {"round": line.round, "score": line.score}
    if line.other:
        return _("Round %(round)s: %(score)s against %(other)s") % {**facts, "other": escape(line.other.player.name)}
    return _("Round %(round)s: %(score)s") % facts


@register.simple_tag
def finish_rows(part: DivisionEnd) -> SafeString:
    """`{% finish_rows part %}`: everybody after the last round, with what became of their rating."""
    players, language = players_url(part.division), get_language()
    rows = []
    for finish in part.finishes:
        rated = ((finish.rating.new, finish.rating.change) if finish.rating else (0, None)) if part.system else None
        rows.append(_finish(players, finish.entry.player.name, finish.standing, rated, language))
    return SafeString("".join(rows))


@lru_cache(8192)
def _finish(
    players: str, name: str, standing: Standing, rated: tuple[int, int | None] | None, _language: str | None
) -> str:
    """rated: rating and change, where the division has them."""
    figures = ""
    if rated is not None:
        rating, change = rated
        figures = (
            f'<td class="num wide-only">{rating or DASH}</td>'
            f'<td class="num wide-only {tone(change)}">{signed(change) or DASH}</td>'
        )
    return (
        f'<tr><td class="rank">{standing.rank_text}</td>'
        f'<th scope="row" class="name"><a href="{players}{standing.number}/">{escape(name)}</a></th>'
        f'<td class="num">{record(standing)}</td>'
        f'<td class="num {tone(standing.spread)}">{signed(standing.spread)}</td>{figures}</tr>\n'
    )


@register.simple_tag
def prize_rows(page: AwardedPage) -> SafeString:
    """`{% prize_rows page %}`: every prize that was given, with its winners."""
    players = {division.pk: players_url(division) for division in _divisions_in(page)}
    rows = []
    for award in page.announced:
        titles, texts = escape(", ".join(award.titles)), escape(", ".join(award.texts))
        under = f'<span class="under">{texts}</span>' if texts else ""
        for winner in award.winners:
            name, entry = escape(winner.name), winner.entry
            who = f'<a href="{players[entry.division_id]}{entry.number}/">{name}</a>' if entry else name
            rows.append(
                f'<tr><th scope="row" class="name">{titles}{under}</th><td>{who}</td>'
                f'<td class="num">{escape(winner.money) or DASH}</td></tr>\n'
            )
    return SafeString("".join(rows))


def _divisions_in(page: AwardedPage) -> set[Division]:
    return {winner.entry.division for award in page.announced for winner in award.winners if winner.entry}


@register.simple_tag
def rating_rows(page: RatingsPage, division: Division, why_page: str, query: str = "") -> SafeString:
    """`{% rating_rows page division why_page query %}`: everybody's rating before and now.

    Args:
        why_page: the name of the page that explains one.
        query: what its address ends with, "" or `?system=...`.
    """
    address = reverse(why_page, args=[division.tournament.slug, division.code, page.after, 0]).removesuffix("0/")
    why, unrated, new, won = _(": why"), _("unrated"), _("new"), _("%(wins)s of %(games)s")
    has_deviations, query, language = page.has_deviations, escape(query), get_language()
    rows = []
    for entry, row in page.rows:
        change = signed(row.change) if row.change is not None else new if row.new else ""
        deviation = "" if row.deviation is None else decimal(row.deviation, 1, language)
        figures = f'<td class="num wide-only">{deviation}</td>' if has_deviations else ""
        figures += (
            f'<td class="num wide-only">{won % {"wins": decimal(row.wins, -1, language), "games": row.games}}</td>'
        )
        figures += f'<td class="num wide-only">{decimal(row.expected, 2, language) if row.games else ""}</td>'
        performance = "" if row.performance is None else decimal(row.performance, 0, language)
        figures += f'<td class="num wide-only">{performance}</td>'
        rows.append(
            f'<tr><th scope="row" class="name"><a href="{address}{entry.number}/{query}">{escape(entry.player.name)}'
            f'<span class="visually-hidden">{why}</span></a> <span class="pin">{entry.number}</span></th>'
            f'<td class="num">{row.old or unrated}</td><td class="num {tone(row.change)}">{change}</td>'
            f'<td class="num"><b>{row.new or DASH}</b></td>{figures}</tr>\n'
        )
    return SafeString("".join(rows))


@register.simple_tag
def statistics_lists(page: StatisticsPage, division: Division) -> SafeString:
    """`{% statistics_lists page division %}`: the lists, each with its lines: whose it is and why it is there."""
    players, language = players_url(division), get_language()
    return SafeString("".join([_list(listed, players, language) for listed in page.lists]))


@lru_cache(512)
def _list(listed: Listed, players: str, _language: str | None) -> str:
    both, lines = f" {_('and')} ", []
    for line in listed.lines:
        people = [f'<a href="{players}{entry.number}/">{escape(entry.player.name)}</a>' for entry in line.people]
        lines.append(
            f'<li><span class="place">{line.place}{"=" if line.shared else ""}</span><b class="value">{line.value}</b>'
            f'<span class="who">{both.join(people)}<small>{escape(capfirst(line.why))}</small></span></li>\n'
        )
    return (
        f'<section class="card list"><h3>{escape(listed.title)}</h3>\n'
        f'<ol class="plain-list">{"".join(lines)}</ol></section>\n'
    )


@register.simple_tag
def average_rows(page: StatisticsPage, division: Division) -> SafeString:
    """`{% average_rows page division %}`: everybody's points a game."""
    players, language = players_url(division), get_language()
    rows = [_averages(players, entry.player.name, row, language) for entry, row in page.averages]
    return SafeString("".join(rows))


@lru_cache(8192)
def _averages(players: str, name: str, row: Averages, language: str | None) -> str:
    return (
        f'<tr><th scope="row" class="name"><a href="{players}{row.number}/">{escape(name)}</a></th>'
        f'<td class="num wide-only">{row.played}</td><td class="num">{decimal(row.average_for, 1, language)}</td>'
        f'<td class="num">{decimal(row.average_against, 1, language)}</td></tr>\n'
    )
