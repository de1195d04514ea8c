"""`python -m plies` is the same as `plies`."""

from plies.cli import main

raise SystemExit(main())
