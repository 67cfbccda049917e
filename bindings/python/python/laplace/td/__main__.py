"""``python -m laplace.td``: checks solutions of the exercise sheet."""

import sys

from laplace.td.checker.command import main

sys.exit(main())
