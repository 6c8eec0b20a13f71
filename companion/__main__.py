"""`python -m companion` is the command `boodle`. It decides nothing itself."""

import sys

from companion.cli import main

if __name__ == "__main__":
    sys.exit(main())
