"""How sides are called in pages."""


def side_title(side: str) -> str:
    """The name of a side as people see it.

    >>> side_title("attackers"), side_title("a")
    ('Attackers', 'a')
    """
    return side if len(side) == 1 else side.capitalize()
