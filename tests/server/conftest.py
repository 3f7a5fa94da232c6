"""Fixtures: one hall for all tests of a worker, a browser, and pages that may not misbehave."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import browsing
import friends
from browsing import Strict
from friends import Friends, House


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browsing.served(tmp_path_factory.mktemp("hall")) as where:
        yield where


# Not for the whole session: while Playwright runs, no other test of the worker could run an event loop of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing.chromium() as found:
        yield found


@pytest.fixture
def strict(browser: Browser, address: str) -> Iterator[Strict]:
    watching = Strict(browser, address)
    yield watching
    watching.close()
    assert watching.wrong == []


@pytest.fixture
def page(strict: Strict) -> Page:
    return strict.page()


@pytest.fixture
def phone(strict: Strict) -> Page:
    return strict.page(phone=True)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A hall in this process, whose time can be set forward."""
    with friends.house(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def company(browser: Browser, house: House) -> Iterator[Friends]:
    """Browsers of several people in that hall."""
    watching = Friends(browser, house)
    yield watching
    watching.close()
    assert watching.wrong == []
