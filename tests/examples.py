"""A plugin for the run of the examples: they know our games alone, yet find the code that is compiled for all tests.

Where code is kept depends on the games that are added from outside; without this everything would be compiled twice.
"""

import os
from pathlib import Path

from taflheim.games.registry import rulebooks

rulebooks()  # from now on these are the games, whatever the environment says
os.environ["TAFLHEIM_GAMES"] = "toy"
os.environ["PYTHONPATH"] = str(Path(__file__).parent)
