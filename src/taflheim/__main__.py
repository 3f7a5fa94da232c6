"""`python -m taflheim` is the command `taflheim`."""

import sys

from taflheim.cli import main

sys.exit(main())
