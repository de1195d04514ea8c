"""`python -m plies.cli` is the same as `plies`."""

from plies.cli import main

raise SystemExit(main())
