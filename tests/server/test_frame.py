"""Messages as bytes."""

import pytest

from taflheim.server.frame import frame


@pytest.mark.parametrize(("text", "head"), [("", "8100"), ("ä", "8102"), ("x" * 200, "817e00c8")])
def test_a_message_is_one_whole_frame_of_text_that_is_not_masked(text: str, head: str) -> None:
    assert frame(text) == bytes.fromhex(head) + text.encode()
