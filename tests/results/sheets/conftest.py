import pytest

from tests.results.sheets.desk import Hall, make_hall
from tests.results.sheets.pages.hall import Pages, make_pages


@pytest.fixture
def hall(db: None) -> Hall:
    return make_hall()


@pytest.fixture
def pages(db: None) -> Pages:
    return make_pages()
