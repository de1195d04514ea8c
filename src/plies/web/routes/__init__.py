"""One module for each part of the interface; each has a `router`, found by `plies.web.app`."""
