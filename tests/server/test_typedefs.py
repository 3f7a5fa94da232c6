"""The types of the WebSocket's messages: page and document say what src/taflheim/wire says."""

import typedefs


def test_the_page_has_the_types_of_the_server() -> None:
    assert typedefs.SCRIPT.read_text() == typedefs.script(), "run python tests/typedefs.py"


def test_the_document_has_the_types_of_the_server() -> None:
    text = typedefs.DOCUMENT.read_text()
    assert text == typedefs.documented(text), "run python tests/typedefs.py"
