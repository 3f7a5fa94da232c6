"""Which extra of the package brings a library that is not installed: the core needs few, and most people not all."""

from taflheim.games.errors import TaflheimError

EXTRAS = {
    "hall": (
        *("alembic", "argon2", "fastapi", "h11", "jinja2", "limits", "openskill", "PIL", "prometheus_client"),
        *("pydantic", "resvg_py", "rich", "segno", "sqlalchemy", "starlette", "typing_extensions", "uvicorn", "uvloop"),
        "websockets",
    ),
    "terminal": ("textual",),
    "scale": ("psycopg", "redis"),
    "ray": ("ray",),
    "data": ("pyarrow",),
    "rl": ("gymnasium", "pettingzoo"),
}
"""The modules that each extra brings."""


class MissingExtra(TaflheimError):
    """Something was asked for that needs a library which is not installed."""


def missing_extra(error: ImportError) -> MissingExtra | None:
    """What to say of a module that was not found, if one of our extras brings it.

    >>> print(missing_extra(ModuleNotFoundError(name="textual.app")))
    this needs textual, which is not installed: pip install 'taflheim[terminal]'
    """
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return MissingExtra(f"this needs {module}, which is not installed: pip install 'taflheim[{extra}]'")
    return None
