"""The sounds of the pages: small, short, and heard only by who wants them."""

import re
import wave

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from browsing import TablePage, open_table
from node import STATIC
from waiting import until

FILES = sorted((STATIC / "sounds").iterdir())
MOST_BYTES = 60_000
LONGEST_SECONDS = 0.7


def test_the_scripts_name_the_files() -> None:
    named = re.search(r"@typedef \{([^}]*)\} Sound", (STATIC / "sound.js").read_text())
    assert named
    assert sorted(re.findall(r'"(\w+)"', named[1])) == [file.stem for file in FILES]
    assert sum(file.stat().st_size for file in FILES) < MOST_BYTES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_sound_is_short_and_ends_in_silence(file: object) -> None:
    with wave.open(str(file)) as sound:
        assert sound.getnchannels() == 1
        assert sound.getnframes() / sound.getframerate() < LONGEST_SECONDS
        values = np.frombuffer(sound.readframes(sound.getnframes()), "<i2").astype(int)
    assert 0.5 * 32767 < np.abs(values).max() < 0.8 * 32767
    assert np.abs(values[-20:]).max() < 0.05 * 32767


def sounds_loaded(page: Page) -> list[str]:
    addresses: list[str] = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    return [address.rpartition("/")[2] for address in addresses if address.endswith(".wav")]


def test_nothing_is_heard_unless_it_is_wanted(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    table.click("e8")
    table.wait_for_ply(1)
    expect(page.locator("html")).to_have_attribute("data-sounds", "false")
    assert sounds_loaded(page) == []
    page.evaluate("document.documentElement.dataset.sounds = 'true'")
    with page.expect_response("**/sounds/place.wav"):
        table.click("d4h")
    with page.expect_response("**/sounds/refuse.wav"):
        table.click("a1")
    # A file is noted when all of it is there, a moment after its first bytes.
    until(page, lambda: sounds_loaded(page), ["place.wav", "refuse.wav"])
