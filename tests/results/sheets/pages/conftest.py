import pytest

from tests.results.sheets.pages.hall import Pages, make_pages


@pytest.fixture
def pages(db: None) -> Pages:
    return make_pages()
