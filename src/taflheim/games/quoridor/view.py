"""How Quoridor shows itself: cells and grooves on a lattice of 17×17, pawns and walls."""

from collections.abc import Sequence

from taflheim.games.message import Message, counted
from taflheim.games.modules import Options
from taflheim.games.quoridor.look import COLOURS, GLYPHS, INKS, SHAPES
from taflheim.games.quoridor.state import (
    CELLS,
    FIRST_HORIZONTAL,
    FIRST_VERTICAL,
    GOAL_CELLS,
    GOAL_NAMES,
    LEFT,
    PASS,
    SIDE_TITLES,
    SIDES,
    SIZE,
    State,
    pawns,
    walls_left,
)
from taflheim.games.quoridor.text import ANCHOR_NAMES, CELL_NAMES, MOVE_NAMES, move_text, say
from taflheim.games.squares import file_letters, rank_numbers
from taflheim.games.view import Effect, Fact, Held, Layout, Mark, Piece, Placeable, Spot, Typed

# Files and ranks a pawn can go: steps, straight jumps, diagonals. People number the moves in this order.
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_JUMPS = tuple((2 * file, 2 * rank) for file, rank in _STEPS)
_DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))

_IN_HAND = Piece("wall.vertical", "", f"{ANCHOR_NAMES[0]}v")


def layout(options: Options) -> Layout:
    """Cells on even places, grooves between them."""
    spots = [Spot(name, "square", 2 * (cell % SIZE), 2 * (cell // SIZE), name) for cell, name in enumerate(CELL_NAMES)]
    for anchor, name in enumerate(ANCHOR_NAMES):
        x, y = 2 * (anchor % 8) + 1, 2 * (anchor // 8) + 1
        spots.append(Spot(f"{name}h", "groove", x, y, f"horizontal wall above {name} and the cell right of it", 3, 1))
        spots.append(Spot(f"{name}v", "groove", x, y, f"vertical wall right of {name} and the cell above it", 1, 3))
    spots.append(Spot("pass", "button", 0, 0, "pass"))
    goals = (
        Mark("goal", CELL_NAMES[cell], SIDES[player])
        for player in range(options["players"])
        for cell in GOAL_CELLS[player]
    )
    return Layout(
        width=2 * SIZE - 1,
        height=2 * SIZE - 1,
        spots=tuple(spots),
        glyphs=GLYPHS,
        shapes=SHAPES,
        colours=COLOURS,
        inks=INKS,
        groove=0.28,
        files=file_letters(SIZE, 2),
        ranks=rank_numbers(SIZE, 2),
        marks=tuple(goals),
        keys={"p": "pass"},
    )


def pieces(state: State) -> tuple[Piece, ...]:
    """Pawns, then walls."""
    return (
        *(Piece("pawn", SIDES[i], CELL_NAMES[cell]) for i, cell in enumerate(pawns(state)) if cell != LEFT),
        *(Piece("wall.horizontal", "", f"{ANCHOR_NAMES[i]}h") for i in range(64) if state.horizontal >> i & 1),
        *(Piece("wall.vertical", "", f"{ANCHOR_NAMES[i]}v") for i in range(64) if state.vertical >> i & 1),
    )


def placeable(options: Options) -> tuple[Placeable, ...]:
    """Pawns on cells, walls in their grooves."""
    return (
        *(Placeable("pawn", side, CELL_NAMES) for side in SIDES[: options["players"]]),
        Placeable("wall.horizontal", "", tuple(f"{anchor}h" for anchor in ANCHOR_NAMES)),
        Placeable("wall.vertical", "", tuple(f"{anchor}v" for anchor in ANCHOR_NAMES)),
    )


def held(options: Options) -> tuple[Held, ...]:
    """The walls in hand."""
    sides = SIDES[: options["players"]]
    return tuple(Held("walls_left", side, 20 // len(sides), f"walls of {SIDE_TITLES[side]}") for side in sides)


def facts(state: State) -> tuple[Fact, ...]:
    """How many walls everybody has left, and who is gone."""
    return tuple(
        Fact("gone", side, "", say("gone", side=side))
        if cell == LEFT
        else Fact("walls_left", side, walls, say("walls_left", side=side, walls=counted(walls, "wall")), _IN_HAND)
        for side, cell, walls in zip(SIDES, pawns(state), walls_left(state), strict=False)
    )


def clicks(state: State, step: int) -> tuple[str, ...]:
    """One click makes a move: on a cell, a groove or the button."""
    return (MOVE_NAMES[step],)


def effects(before: State, steps: Sequence[int], after: State) -> tuple[Effect, ...]:
    """A pawn moves or a wall appears."""
    step = steps[0]
    side, name = SIDES[before.turn], MOVE_NAMES[step]
    if step == PASS:
        return (Effect("note", "passed", message=say("passed", side=side)),)
    if step >= CELLS:
        direction = "vertical" if step >= FIRST_VERTICAL else "horizontal"
        wall = Piece(f"wall.{direction}", "", name)
        return (Effect("appear", "placed", name, piece=wall, message=say("walled", side=side, wall=name)),)
    origin = pawns(before)[before.turn]
    stepped = _way(origin, step) in _STEPS
    message = say("stepped" if stepped else "jumped", side=side, cell=name)
    return (Effect("move", "step" if stepped else "jump", CELL_NAMES[origin], name, message=message),)


def written(before: State, steps: Sequence[int], after: State) -> str:
    """People write moves as programs do."""
    return move_text(steps)


# ---- why not ------------------------------------------------------------------------------------------------------


def explain(state: State, step: int) -> Message:
    """Why a move is not legal."""
    if step == PASS:
        return say("no_pass")
    return _explain_pawn(state, step) if step < CELLS else _explain_wall(state, step)


def explain_clicks(state: State, clicked: tuple[str, ...]) -> Message | None:
    """Why a move is not legal. Who clicks the own pawn first, as in other games, has done nothing wrong."""
    step = MOVE_NAMES.index(clicked[0])
    return None if step == pawns(state)[state.turn] else explain(state, step)


def _explain_pawn(state: State, to: int) -> Message:
    everybody = pawns(state)
    me, cell = everybody[state.turn], CELL_NAMES[to]
    if to == me:
        return say("own_cell", side=SIDES[state.turn], cell=cell)
    if to in everybody:
        return say("taken", other=SIDES[everybody.index(to)], cell=cell)
    way = _way(me, to)
    if way in _STEPS:
        return say("wall_between", cell=cell)
    beside = {me + file + SIZE * rank: (file, rank) for file, rank in _STEPS if _open(state, me, file, rank)}
    over = [pawn for pawn in everybody if pawn in beside]
    for pawn in over:
        file, rank = beside[pawn]
        if way == (2 * file, 2 * rank):
            return say("wall_behind", other=SIDES[everybody.index(pawn)])
        if _way(pawn, to) in _STEPS and way in _DIAGONALS:
            if not _open(state, pawn, *_way(pawn, to)):
                return say("wall_between", cell=cell)
            return say("straight_open", other=SIDES[everybody.index(pawn)], cell=cell)
    if any(way == (3 * file, 3 * rank) for file, rank in beside.values()) and over:
        return say("pawn_behind")
    return say("out_of_reach", cell=cell)


def _explain_wall(state: State, step: int) -> Message:
    side = SIDES[state.turn]
    vertical = step >= FIRST_VERTICAL
    anchor = step - (FIRST_VERTICAL if vertical else FIRST_HORIZONTAL)
    if not walls_left(state)[state.turn]:
        return say("no_walls", side=side)
    along, across = (state.vertical, state.horizontal) if vertical else (state.horizontal, state.vertical)
    names = "vh" if vertical else "hv"
    file = anchor % 8
    for other in (anchor, *((anchor - 8, anchor + 8) if vertical else (anchor - (file > 0), anchor + (file < 7)))):
        if 0 <= other < 64 and along >> other & 1:
            return say("overlap", other=f"{ANCHOR_NAMES[other]}{names[0]}")
    if across >> anchor & 1:
        return say("crossing", other=f"{ANCHOR_NAMES[anchor]}{names[1]}")
    from taflheim.games.quoridor import rules

    if state.blocked:
        player = rules.without_path(state)
        return say("blocked", side=SIDES[player], goal=GOAL_NAMES[player])
    player = rules.without_path(rules.played(state, step))
    return say("no_path", side=SIDES[player], goal=GOAL_NAMES[player])


def _way(origin: int, to: int) -> tuple[int, int]:
    return to % SIZE - origin % SIZE, to // SIZE - origin // SIZE


def _open(state: State, cell: int, file: int, rank: int) -> bool:
    """Whether there is a cell one step that way, and no wall between."""
    if not (0 <= cell % SIZE + file < SIZE and 0 <= cell // SIZE + rank < SIZE):
        return False
    north, east = state.north1 << 64 | state.north0, state.east1 << 64 | state.east0
    lower = min(cell, cell + file + SIZE * rank)
    return bool((north if rank else east) >> lower & 1)


# ---- at a terminal ------------------------------------------------------------------------------------------------


def typed(state: State) -> tuple[Typed, ...]:
    """Pawn moves by number, walls by one of their cells, and the pass."""
    from taflheim.games.quoridor import rules

    me, legal = pawns(state)[state.turn], rules.pawn_cells(state)
    targets = {_way(me, cell): CELL_NAMES[cell] for cell in legal}
    ordered = [targets[way] for way in (*_STEPS, *_JUMPS, *_DIAGONALS) if way in targets]
    return (
        *(Typed(str(number), {"": name}, spot=name) for number, name in enumerate(ordered)),
        Typed("h", _WALLS_BY_LEFT_CELL, f"Left cell of the wall that will lie above it {_HOW}? "),
        Typed("v", _WALLS_BY_TOP_CELL, f"Top cell of the wall that will stand right of it {_HOW}? "),
        Typed("x", {"": "pass"}),
    )


_HOW = "(as e3, or column and row 0-16 from the top left)"


def _wall_answers(suffix: str) -> dict[str, str]:
    """For each wall: its first cell by name, and that cell or the wall's own first place in the printed grid."""
    answers = {}
    for anchor, name in enumerate(ANCHOR_NAMES):
        file, rank = anchor % 8, anchor // 8
        upper = suffix == "v"
        column, row = 2 * file, 2 * (SIZE - 1 - rank - upper)
        groove = (column + 1, row) if upper else (column, row - 1)
        for answer in (
            CELL_NAMES[file + SIZE * (rank + upper)],
            f"{column} {row}",
            f"{groove[0]} {groove[1]}",
        ):
            answers[answer] = f"{name}{suffix}"
    return answers


_WALLS_BY_LEFT_CELL = _wall_answers("h")
_WALLS_BY_TOP_CELL = _wall_answers("v")
