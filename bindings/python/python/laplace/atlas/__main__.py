"""``python -m laplace.atlas``: see ``--help``."""

import sys

from laplace.atlas.command import main

# Worker processes import this module again under another name.
if __name__ == "__main__":
    sys.exit(main())
