import pytest

from .hall import Pages, make_pages


@pytest.fixture
def pages(db: None) -> Pages:
    return make_pages()
