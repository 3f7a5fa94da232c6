"""Names of squares: files are letters from the left, ranks are numbers from the bottom."""


def square_name(file: int, rank: int) -> str:
    """The name of the square in this file and rank, both counted from 0.

    >>> square_name(4, 2)
    'e3'
    """
    return f"{chr(ord('a') + file)}{rank + 1}"


def board_names(width: int, height: int) -> tuple[str, ...]:
    """The names of all squares of a board, along the ranks from a1 on.

    >>> board_names(2, 2)
    ('a1', 'b1', 'a2', 'b2')
    """
    return tuple(square_name(number % width, number // width) for number in range(width * height))


def file_letters(width: int, step: int = 1) -> dict[int, str]:
    """The letters under a board, by the x of their files."""
    return {step * file: chr(ord("a") + file) for file in range(width)}


def rank_numbers(height: int, step: int = 1) -> dict[int, str]:
    """The numbers beside a board, by the y of their ranks."""
    return {step * rank: str(rank + 1) for rank in range(height)}
