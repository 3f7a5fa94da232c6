"""Completions: scripts that shells read, tried in the shells themselves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import run
from parts import needs
from taflheim.cli.described import described
from taflheim.cli.program import COMMANDS, build_parser

CASES = {
    "taflheim pl": ["play"],
    "taflheim play q": ["quoridor"],
    "taflheim play --le": ["--level"],
    "taflheim play --level 1": ["1", "10"],
    "taflheim play --level cl": ["classic fox"],
    "taflheim play quoridor --side l": ["lot"],
    "taflheim play quoridor --players ": ["2", "3", "4"],
    "taflheim play --board ": ["new", "wild"],
    "taflheim show --seed 7 hi": ["hivolts"],
    "taflheim show --mhos g": ["gentle"],
    "taflheim bench quoridor ha": ["halatafl"],
    "taflheim admin u": ["users"],
    "taflheim admin users ba": ["ban"],
    "taflheim completion ": ["bash", "fish", "zsh"],
    "taflheim play --seed ": [],
}
_BASH = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_taflheim
for word in "${COMPREPLY[@]}"; do eval "printf '%s\\n' $word"; done
"""


def script(tmp_path: Path, shell: str) -> Path:
    """The script for a shell, of the games that are shipped."""
    environment = {name: value for name, value in os.environ.items() if name != "TAFLHEIM_GAMES"}
    command = [sys.executable, "-m", "taflheim", "completion", shell]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    file = tmp_path / "_taflheim"
    file.write_text(done.stdout, "utf-8")
    return file


@pytest.fixture(scope="module")
def bash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return script(tmp_path_factory.mktemp("bash"), "bash")


@pytest.mark.parametrize("line", CASES)
def test_bash_completes(bash: Path, line: str) -> None:
    *before, last = line.split(" ")
    done = subprocess.run(
        ["bash", "-c", _BASH, "bash", str(bash), *before, last], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert sorted(done.stdout.splitlines()) == CASES[line]


def test_bash_takes_a_sign_of_equality_for_a_word(bash: Path) -> None:
    for words in (["play", "--side", "=", "l"], ["play", "--level", "=", "3", "--side", "l"]):
        command = ["bash", "-c", _BASH, "bash", str(bash), "taflheim", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout == "lot\n"


@needs("fish")
@pytest.mark.parametrize("line", CASES)
def test_fish_completes(tmp_path: Path, line: str) -> None:
    code = 'source $argv[1]; complete -C "$argv[2]"'
    command = ["fish", "--no-config", "-c", code, str(script(tmp_path, "fish")), line]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert sorted(found.partition("\t")[0] for found in done.stdout.splitlines()) == CASES[line]


@needs("zsh")
def test_zsh_reads_its_script(tmp_path: Path) -> None:
    code = 'autoload -U compinit; compinit -u -D; source "$1" && print $_comps[taflheim]'
    command = ["zsh", "-f", "-c", code, "zsh", str(script(tmp_path, "zsh"))]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "_taflheim\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_offered(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    status, out, err = run(capsys, "completion", shell)
    assert (status, err) == (0, "")
    assert all(command.name in out for command in COMMANDS)
    flags = {flag for command in described(build_parser()).all() for one in command.options for flag in one.flags}
    assert "-o" in flags and "--level" in flags
    short, long = ("-s ", "-l ") if shell == "fish" else ("-", "--")
    for flag in flags:
        assert (f"{long}{flag[2:]}" if flag.startswith("--") else f"{short}{flag[1:]}") in out
    assert "--until-input-ends" not in out
