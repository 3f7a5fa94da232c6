"""The command `taflheim` on a machine whose clock is wrong: `python -m skewed_program SECONDS …`."""

import sys
import time
from types import SimpleNamespace

from taflheim.cli.program import main
from taflheim.hall import clock

if __name__ == "__main__":
    skew_ns = int(float(sys.argv.pop(1)) * 1e9)
    vars(clock)["time"] = SimpleNamespace(time_ns=lambda: time.time_ns() + skew_ns)
    sys.exit(main())
