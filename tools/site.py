"""What `make docs` adds to the pages in docs/: pictures of the boards, the commands, and documents from outside docs/.

A hook of MkDocs. Nothing of it is kept in the repository.
"""

import re
from pathlib import Path
from typing import Any

import taflheim
from taflheim.cli.described import Argument, CommandText, described
from taflheim.cli.program import build_parser
from taflheim.draw import svg

HOME = Path(__file__).resolve().parent.parent
DOCUMENTS = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
"""Pages that are made from documents beside docs/."""
SEED = 7


def on_config(config: Any) -> Any:
    """A page that nobody has put into the navigation yet is found under More."""
    known = {*re.findall(r"[\w/-]+\.md", str(config.nav)), *DOCUMENTS}
    docs = Path(config.docs_dir)
    pages = sorted(str(page.relative_to(docs)) for page in docs.glob("**/*.md"))
    more = [page for page in pages if page not in known]
    config.nav += [{"More": more}] if more else []
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages and pictures that are made."""
    from mkdocs.structure.files import File

    made = {name: (HOME / source).read_text("utf-8").replace("](docs/", "](") for name, source in DOCUMENTS.items()}
    made["reference/commands.md"] = commands()
    made |= {f"pictures/{name}.svg": picture(name) for name in taflheim.rulebooks()}
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links out of docs/ go to the pages made from those documents; those to other parts of the repository are text."""
    here = HOME / "docs" / page.file.src_uri
    made = {source: name for name, source in DOCUMENTS.items()}

    def inside(link: re.Match[str]) -> str:
        target = (here.parent / link["path"]).resolve()
        if target.is_relative_to(HOME / "docs") or not target.exists():
            return link[0]  # MkDocs knows better; what does not exist is an error
        name = made.get(str(target.relative_to(HOME)))
        up = "../" * page.file.src_uri.count("/")
        return f"[{link['text']}]({up}{name}{link['anchor'] or ''})" if name else link["text"]

    return re.sub(r"\[(?P<text>[^\]]*)\]\((?P<path>(?:\.\./)+[^)#\s]*)(?P<anchor>#[^)]*)?\)", inside, markdown)


def picture(name: str) -> str:
    """A game as it looks amid play, if it has an example of that, else at its start."""
    game = taflheim.game(name)
    example = game.rulebook.example
    position = game.position(example) if example else game.start(SEED if game.rulebook.seeded else None)
    return svg.picture(position)


def commands() -> str:
    """The page of all commands, as `--help` describes them."""
    program = described(build_parser())
    intro = f"# Commands\n\n{program.description} `taflheim COMMAND --help` says the same.\n"
    return "\n".join([intro, *(_command(command) for command in program.all())])


def _command(command: CommandText) -> str:
    places = " ".join(_place(argument) for argument in command.places)
    lines = [f"## {' '.join(command.path)}", "", f"`{' '.join(command.path)} {places}`".replace(" `", "`"), ""]
    lines += [_text(command.description or command.about), ""]
    rows = [argument for argument in (*command.places, *command.options) if "-h" not in argument.flags]
    if rows:
        lines += ["| | |", "| --- | --- |"]
        lines += [f"| {_name(argument)} | {_text(argument.about)} |" for argument in rows]
    if command.example:
        lines += ["", f"Example: `taflheim {command.example.removeprefix('taflheim ')}`"]
    return "\n".join([*lines, ""])


def _name(argument: Argument) -> str:
    value = f" {argument.values.name}" if argument.values and argument.flags else ""
    return " ".join(f"`{flag}{value}`" for flag in argument.flags) or f"`{_place(argument)}`"


def _place(argument: Argument) -> str:
    name = argument.values.name if argument.values else ""
    return f"[{name}]" if argument.times else name


def _text(text: str) -> str:
    return re.sub(r"([|<>*_])", r"\\\1", text)
