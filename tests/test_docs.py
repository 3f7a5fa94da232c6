"""The documentation: the site builds without a dead link and names everything public, and commands print what it says.

Examples in Python run with the plugin `examples` (tools/test). Blocks of the kind `console` run here. What starts a
hall, needs one, or plays for minutes stands in other blocks; that such lines can be read is checked all the same.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import taflheim
from taflheim.cli.program import build_parser

HOME = Path(__file__).parents[1]
PAGES = [HOME / "README.md", *sorted((HOME / "docs").glob("**/*.md"))]
BLOCKS = [
    (page, number, language, text)
    for page in PAGES
    for number, (language, text) in enumerate(
        re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
]


def name(page: Path) -> str:
    return str(page.relative_to(HOME))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {"NO_MKDOCS_2_WARNING": "1", "PATH": "", "HOME": str(folder)}
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, env=environment, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_has_everything_that_is_public(site: Path) -> None:
    pages = "".join(page.read_text("utf-8") for page in (site / "reference").glob("*.html"))
    documented = {each.rpartition(".")[2] for each in re.findall(r' id="(taflheim\.[\w.]+)"', pages)}
    assert set(taflheim.__all__) - documented == set()
    assert '<span class="gp">' in pages and "taflheim conform" in pages  # examples are code, commands are there


@pytest.mark.slow
def test_the_site_loads_nothing_from_elsewhere_and_draws_its_boards(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert not re.findall(r'(?:src|href)="(?:https?:)?//(?!squidfunk)[^"]*\.(?:js|css|woff2?)"', text)
    for game in ("hnefatafl", "quoridor", "halatafl", "hivolts"):
        assert (site / "pictures" / f"{game}.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param(page, text, id=f"{name(page)} {number}")
        for page, number, language, text in BLOCKS
        if language == "console"
    ],
)
@pytest.mark.slow
def test_commands_print_what_the_page_says(page: Path, text: str, tmp_path: Path) -> None:
    """`$` is a command for a shell; what is below it is all that it prints, and `…` is whatever differs each time."""
    for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", f'taflheim() {{ "{sys.executable}" -m taflheim "$@"; }}; {command}'],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=600,
        )
        wanted = re.escape(printed).replace("…", ".*")
        assert re.fullmatch(wanted, done.stdout, re.DOTALL), (page, command, done.stdout, done.stderr)


def commands() -> list[tuple[str, str]]:
    """The lines of all blocks in which the program is called."""
    found = []
    for page, _, _, text in BLOCKS:
        for line in text.splitlines():
            words = re.sub(r" {2,}.*|\s+#.*", "", line.removeprefix("$ ").strip())
            if re.match(r"taflheim( |$)", words) and not re.search(r"…|\$\(", words):
                found.append((name(page), re.split(r" [|>] ", words)[0]))
    return found


@pytest.mark.parametrize(("page", "line"), commands())
def test_commands_can_be_read(page: str, line: str) -> None:
    arguments = shlex.split(line)[1:]
    if "--help" not in arguments and arguments[:1] != ["COMMAND"]:
        build_parser().parse_args(arguments)
