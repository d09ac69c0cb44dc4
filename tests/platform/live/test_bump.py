"""A change and its announcement commit together."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.template import Context, Template

from tdsuite.platform.audit.services import NotInTransaction
from tdsuite.platform.live.models import LiveTopic
from tdsuite.platform.live.services import BadTopic, bump, versions
from tests.at_once import refused


def test_each_bump_raises_the_version_by_one_however_often_it_names_a_key(db: None) -> None:
    bump("division:1")
    bump("division:1", "round:7", "division:1")
    assert versions("division:1", "round:7", "never:1") == {"division:1": 2, "round:7": 1, "never:1": 0}


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_announced() -> None:
    with pytest.raises(NotInTransaction, match="division:1"):
        bump("division:1")
    assert LiveTopic.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_was_never_announced() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        bump("division:1")
        raise ZeroDivisionError
    assert versions("division:1") == {"division:1": 0}


@pytest.mark.parametrize("key", ["", "a b", "a,b", "é", "-a", "x" * 81, "a\n", "a&topics=b"])
def test_a_key_that_no_page_could_ask_for_is_refused(key: str, db: None) -> None:
    with pytest.raises(BadTopic):
        bump("division:1", key)
    assert LiveTopic.objects.count() == 0


def test_many_topics_cost_as_many_queries_as_one(db: None, django_assert_num_queries: Any) -> None:
    keys = [f"division:{number}" for number in range(20)]
    bump(*keys)
    for raised in (keys[:1], keys, ["game:1", *keys]):  # one of them new
        with django_assert_num_queries(1):
            bump(*raised)


@pytest.mark.django_db(transaction=True)
def test_no_bump_of_many_at_once_is_lost() -> None:
    def work(number: int) -> None:
        for _ in range(10):
            with transaction.atomic():
                bump("event:1", f"own:{number}")

    assert refused([partial(work, number) for number in range(4)]) == []
    assert versions("event:1", "own:0", "own:3") == {"event:1": 40, "own:0": 10, "own:3": 10}


def test_the_template_tag_carries_the_versions_the_page_was_made_from(db: None) -> None:
    bump("division:7")
    made = Template('{% load live %}<p {% live "division:7" topic %}>').render(Context({"topic": "round:2"}))
    assert made == '<p data-live="division:7 round:2" data-live-version="1 0">'
