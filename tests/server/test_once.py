"""Things that are made once for each object."""

import gc

from taflheim.server.once import once


class Table:
    """Equal to all others, as tables may be."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("comparing takes too long")

    __hash__ = None  # type: ignore[assignment]


def test_made_once_for_each_object() -> None:
    made: list[int] = []

    @once
    def number(table: Table) -> int:
        made.append(id(table))
        return len(made)

    first, second = Table(), Table()
    assert [number(first), number(second), number(first), number(second)] == [1, 2, 1, 2]


def test_forgotten_with_its_object() -> None:
    class Result:
        pass

    living = 0

    @once
    def result(table: Table) -> Result:
        return Result()

    tables = [Table() for _ in range(10)]
    for table in tables:
        result(table)
    del tables, table
    gc.collect()
    living = sum(isinstance(one, Result) for one in gc.get_objects())
    assert living == 0
