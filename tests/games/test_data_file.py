"""Data files of games: what is wrong with one is told with the file and the entry."""

from dataclasses import replace
from pathlib import Path

import pytest

import taflheim
from taflheim import TaflheimError
from taflheim.games.data_file import Entry, read
from taflheim.games.errors import InvalidData
from taflheim.games.rulebook import Rulebook

TOY = taflheim.rulebooks()["toy"]


def entry(**values: object) -> Entry:
    return Entry("toy/some.toml", values)


def test_values_of_every_kind() -> None:
    data = entry(
        text=" a text\n", number=3, texts=["a", "b"], mapping={"a": 1}, part=[{"text": "one"}, {"text": "two"}]
    )
    assert (data.text("text"), data.number("number"), data.texts("texts")) == ("a text", 3, ("a", "b"))
    assert data.mapping("mapping") == {"a": 1}
    assert entry(x=True).flag("x") and not entry(x=False).flag("x") and not entry().flag("x")
    assert [(one.where, one.text("text")) for one in data.entries("part")] == [
        ("toy/some.toml, part 1", "one"),
        ("toy/some.toml, part 2", "two"),
    ]


def test_what_is_missing_has_a_default_or_is_told() -> None:
    data = entry()
    assert (data.text("text", ""), data.texts("texts"), data.mapping("mapping"), data.entries("part")) == (
        "",
        (),
        {},
        [],
    )
    with pytest.raises(InvalidData, match=r"^toy/some\.toml: text is missing$"):
        data.text("text")


@pytest.mark.parametrize(
    ("ask", "values"),
    [
        (lambda data: data.text("x"), {"x": 3}),
        (lambda data: data.text("x"), {"x": "  "}),
        (lambda data: data.text("x", ""), {"x": ""}),
        (lambda data: data.number("x"), {"x": "3"}),
        (lambda data: data.number("x"), {"x": True}),
        (lambda data: data.number("x"), {}),
        (lambda data: data.flag("x"), {"x": "true"}),
        (lambda data: data.flag("x"), {"x": 1}),
        (lambda data: data.texts("x"), {"x": "a"}),
        (lambda data: data.texts("x"), {"x": ["a", 1]}),
        (lambda data: data.mapping("x"), {"x": []}),
        (lambda data: data.entries("x"), {"x": {}}),
        (lambda data: data.entries("x"), {"x": ["a"]}),
        (lambda data: data.only("y", "z"), {"x": 1}),
    ],
)
def test_what_is_of_another_kind_is_told(ask: object, values: dict[str, object]) -> None:
    assert callable(ask)
    with pytest.raises(InvalidData, match=r"^toy/some\.toml: .*\bx\b"):
        ask(entry(**values))


def test_the_error_is_one_of_ours() -> None:
    assert issubclass(InvalidData, TaflheimError) and InvalidData.__module__ == "taflheim"


def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> Rulebook:
    """The toy, with other files in its folder."""
    package = f"toy_{tmp_path.name.replace('-', '_')}"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    for name, text in files.items():
        (tmp_path / package / f"{name}.toml").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    return replace(TOY, package=package)


def test_a_file_is_read_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook = elsewhere(tmp_path, monkeypatch, good="a = 1", bad="a = ")
    found = read(rulebook, "good.toml")
    assert found is not None and found.where == "toy/good.toml" and found.values == {"a": 1}
    assert read(rulebook, "none.toml") is None
    with pytest.raises(InvalidData, match=r"^toy/bad\.toml: "):
        read(rulebook, "bad.toml")
