"""``python -m laplace.td``: checks solutions of the exercise sheet."""

import os
import sys

from laplace.td.checker.command import INTERRUPTED, discard_stdout, language_of, main
from laplace.td.checker.messages import word


def run() -> int:
    """Runs the command and ends as a program does: quietly on Ctrl-C and when nobody reads what it writes."""
    try:
        code = main()
        sys.stdout.flush()
        if code == INTERRUPTED:
            # Threads still wait for solutions, which end with this process.
            os._exit(INTERRUPTED)
        return code
    except KeyboardInterrupt:
        print(f"\nlaplace.td: {word('interrupted', language_of(sys.argv[1:]))}", file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)
    except BrokenPipeError:
        discard_stdout()
        return 0


sys.exit(run())
