"""The data of the conformance kit: made from what it says, valid by its schema, complete."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest

import taflheim
from taflheim.engine.conformance.checks import KINDS, checks
from taflheim.engine.conformance.kit import Kit, all_options, kit_of, packed, read, schema, unpacked
from taflheim.engine.conformance.making import passage

HOME = Path(__file__).parents[3]
RULES = (HOME / "docs" / "rules.md").read_text("utf-8")
GAMES = [name for name in taflheim.rulebooks() if name != "toy"]


def kit(name: str) -> Kit:
    found = kit_of(name)
    assert found
    return found


@pytest.mark.slow
def test_the_data_is_up_to_date() -> None:
    """If not: `.venv/bin/python tools/conformance`."""
    tool = [sys.executable, str(HOME / "tools" / "conformance"), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True)
    assert (done.returncode, done.stdout.count("up to date")) == (0, len(GAMES)), done.stdout + done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_valid_by_the_schema(name: str) -> None:
    validator = jsonschema_rs.validator_for(json.loads(schema()))
    for line in kit(name).text.splitlines():
        validator.validate(json.loads(line))
    spoilt = {**kit(name).vectors[0], "kind": "rumour"}
    assert not validator.is_valid(spoilt)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_checks_of_every_kind(name: str) -> None:
    for options in all_options(taflheim.rulebooks()[name]):
        assert {check.kind for check in checks(kit(name)) if check.options == options} >= set(KINDS) - {"refusals"}
    assert {check.kind for check in checks(kit(name))} == set(KINDS)
    results = {vector["result"] for vector in kit(name).vectors if vector["kind"] == "record"}
    assert "draw" in results or not taflheim.rulebooks()[name].repetition


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_those_of_the_document(name: str) -> None:
    assert kit(name).rules.strip().splitlines()[-1] in RULES
    for found in kit(name).passages.values():
        assert found and all(each in RULES and len(each) > 40 for each in found)


def test_a_file_and_its_lines() -> None:
    one = kit("halatafl")
    assert read(unpacked(packed(one))) == one
    assert packed(one) == packed(one)
    assert kit_of("toy") is None


def test_a_passage_that_the_rules_do_not_have() -> None:
    assert passage(RULES, "Quoridor", "Pawn.").endswith("is one move.")
    with pytest.raises(taflheim.TaflheimError, match="no passage Castling"):
        passage(RULES, "Quoridor", "Castling")
