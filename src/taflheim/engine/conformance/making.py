"""Making the kit of a game: from positions that other programs have judged, and from our own rules.

`conformance.toml` in a game's folder says which passages of the rules' text belong to which checks, and has records and
refusals that chance would not find. `tools/conformance` writes the files.
"""

import random
import re
from collections.abc import Iterable, Iterator

from taflheim.engine.conformance.checks import KINDS
from taflheim.engine.conformance.kit import Kit, Vector, all_options
from taflheim.engine.search.perft import perft
from taflheim.games.data_file import Entry, read
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.registry import game
from taflheim.games.rulebook import Rulebook

SOURCE = "conformance.toml"
_SEEDS = range(8)
_MOST_NODES = 3_000_000
"""About how far perft is counted from a start; from other positions so far:"""
_MANY_NODES = 20_000
_DEEPEST = 7
_MOST_AFTER = 12
_GAMES = 3
"""Random games for each choice of options."""
_LONGEST = 120
_EVERY = 10
"""Between so many moves of a record the position is written down."""
_PATIENCE = 8
"""So often another move is drawn in place of one that ends the game."""
_REFUSED_OF = 8
"""One illegal move for so many positions."""


def make(rulebook: Rulebook, text: str, judged: Iterable[Vector]) -> Kit | None:
    """The kit of a game, from the text of the rules and what others say about positions; None without a source."""
    source = read(rulebook, SOURCE)
    if source is None:
        return None
    source.only("passages", "record", "refused")
    judged = list(judged)
    vectors: list[Vector] = []
    for options in all_options(rulebook):
        vectors += _vectors(
            game(rulebook.name, **options), source, [one for one in judged if one["options"] == options]
        )
    named = {kind: source.mapping("passages").get(kind, []) for kind in KINDS}
    passages = {kind: tuple(passage(text, rulebook.title, name) for name in names) for kind, names in named.items()}
    return Kit(rulebook.name, f"{common(text)}\n\n{section(text, rulebook.title)}\n", passages, tuple(vectors))


# ---- the rules' text ------------------------------------------------------------------------------------------------


def common(text: str) -> str:
    """What holds for all games: the text up to the first rule across the page."""
    return re.split(r"^-{3,}$", text, maxsplit=1, flags=re.MULTILINE)[0].strip()


def section(text: str, title: str) -> str:
    """What the text says about one game."""
    found = re.search(rf"^## {re.escape(title)}\b.*?(?=^(?:## |-{{3,}}$)|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"the rules have no section {title}"
    return found[0].strip()


def passage(text: str, title: str, name: str) -> str:
    """What begins with a name in bold or italics, in a game's section or else in what holds for all."""
    name = re.escape(name)
    # A point of a list goes up to the next one; paragraphs, with their lists, up to the next name.
    forms = (rf"^- \*+{name}.*?(?=^- |\Z)", rf"^\*+{name}.*?(?=^\*+[A-Z]|\Z)")
    for part in (section(text, title), common(text)):
        for form in forms:
            if found := re.search(form, part, re.MULTILINE | re.DOTALL):
                return found[0].removeprefix("- ").strip()
    raise TaflheimError(f"the rules of {title} have no passage {name}")


# ---- vectors --------------------------------------------------------------------------------------------------------


def _vectors(chosen: Game, source: Entry, judged: list[Vector]) -> Iterator[Vector]:
    seeds: Iterable[int | None] = _SEEDS if chosen.rulebook.seeded else (None,)
    starts = [(seed, chosen.start(seed)) for seed in seeds]
    for seed, start in starts:
        yield {"kind": "start", "options": dict(chosen.options), "seed": seed, "position": str(start)}
    yield _position(starts[0][1], "", _MOST_NODES)
    positions = [*judged, *_diagrams(chosen)]
    yield from positions
    yield from _records(chosen, source)
    yield from _refusals(chosen, source, [chosen.position(one["position"]) for one in positions])


def _position(position: Position, note: str, most_nodes: int = _MANY_NODES) -> Vector:
    """All that the rules say about a position; `most_nodes` is about how far perft is counted."""
    moves = sorted(position.moves())
    known = [move for move in moves if move not in position.game.rulebook.chance]
    played = known if len(known) <= _MOST_AFTER else sorted(random.Random(str(position)).sample(known, _MOST_AFTER))
    counts = [perft(position, 1)]
    while len(counts) < _DEEPEST and 0 < counts[-1] * counts[0] <= most_nodes:
        counts.append(perft(position, len(counts) + 1))
    return {
        "kind": "position",
        "options": dict(position.game.options),
        "position": str(position),
        "result": position.result.winner if position.result else None,
        "moves": moves,
        "after": {move: str(position.play(move)) for move in played},
        "perft": counts,
        "note": note,
    }


def _diagrams(chosen: Game) -> Iterator[Vector]:
    """The diagrams of the rules for people, with the words beside them."""
    for part in chosen.rulebook.rules_page:
        for diagram in part.diagrams:
            if diagram.shown.position.game == chosen:
                yield _position(diagram.shown.position, f"{' '.join(part.paragraphs)} {diagram.caption}")


# ---- records --------------------------------------------------------------------------------------------------------


def _records(chosen: Game, source: Entry) -> Iterator[Vector]:
    for entry in source.entries("record"):
        entry.only("options", "start", "moves", "note")
        if game(chosen.name, **entry.mapping("options")) == chosen:
            start = chosen.position(entry.text("start")) if "start" in entry.values else chosen.start()
            yield _record(Record(start, {}, tuple(entry.text("moves").split())), entry.text("note"))
    for number in range(_GAMES):
        rng = random.Random(f"{chosen.name} {sorted(chosen.options.items())} {number}")
        yield _record(_random_game(chosen, rng, leaves=number == 0), "")
    if chosen.rulebook.quiet_limit:
        yield _record(_quiet_game(chosen, random.Random(chosen.name)), "")


def _record(record: Record, note: str) -> Vector:
    last = len(record.entries)
    written = sorted({*range(_EVERY, last, _EVERY), last - 1, last} - {-1, 0})
    return {
        "kind": "record",
        "options": dict(record.game.options),
        "start": str(record.start),
        "moves": list(record.entries),
        "positions": {str(count): str(record.positions[count]) for count in written},
        "result": (record.result.winner or "draw") if record.result else None,
        "note": note,
    }


def _random_game(chosen: Game, rng: random.Random, *, leaves: bool) -> Record:
    """Random moves, of which those that end the game are avoided at first; in one that is left, a player resigns."""
    record = chosen.record(chosen.start(rng.randrange(1000) if chosen.rulebook.seeded else None))
    while not record.result and len(record.entries) < _LONGEST:
        if leaves and len(record.entries) == _EVERY + 1:
            record = record.resign()
            continue
        after = record.play(rng.choice(record.position.moves()), rng)
        for _ in range(_PATIENCE if len(record.entries) < _LONGEST // 2 else 0):
            if not after.result:
                break
            after = record.play(rng.choice(record.position.moves()), rng)
        record = after
    return record


def _quiet_game(chosen: Game, rng: random.Random) -> Record:
    """Random moves without a capture until that is a draw."""
    record = chosen.record()
    while not record.result:
        after = record.play(rng.choice(record.position.moves()), rng)
        limit = len(after.entries) == chosen.rulebook.quiet_limit
        if after.position.captured == record.position.captured and (limit or not after.result):
            record = after
    return record


# ---- refusals -------------------------------------------------------------------------------------------------------


def _refusals(chosen: Game, source: Entry, positions: list[Position]) -> Iterator[Vector]:
    for entry in source.entries("refused"):
        entry.only("options", "position", "moves")
        if game(chosen.name, **entry.mapping("options")) == chosen:
            yield _refused(chosen, entry.text("position"), entry.text("moves", "").split())
    rng = random.Random(chosen.name)
    for position in positions[::_REFUSED_OF]:
        numbers = (rng.randrange(chosen.move_count) for _ in range(chosen.move_count))
        texts = (chosen.move_text([number]) for number in numbers)
        if move := next((text for text in texts if position.explain(text)), None):
            yield _refused(chosen, str(position), [move])


def _refused(chosen: Game, text: str, moves: list[str]) -> Vector:
    try:
        Record(chosen.position(text), {}, tuple(moves))
    except TaflheimError as error:
        options = dict(chosen.options)
        return {"kind": "refused", "options": options, "position": text, "moves": moves, "note": str(error)}
    raise TaflheimError(f"{chosen.name}, {text}, {moves}: this is legal")
