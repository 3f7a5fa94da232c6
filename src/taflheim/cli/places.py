"""Where commands let games be played: on this machine, or on a Ray cluster."""

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taflheim.engine.places.place import Place

_VARIABLE = "TAFLHEIM_RAY_ADDRESS"


def add_ray(parser: ArgumentParser) -> None:
    """The address of a Ray cluster."""
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help=f"think on the Ray cluster at HOST:PORT, or auto for the one of this machine (default: {_VARIABLE})",
    )


def chosen_place(options: Namespace, cores: int | None = None) -> "Place":
    """The cluster that was named; without one, so many cores of this machine, or all."""
    from taflheim.engine.places.place import local_or_ray

    return local_or_ray(os.environ.get(_VARIABLE, "") if options.ray is None else options.ray, cores)
