"""The algorithms as textbooks have them, with their caches, and the tree of a search."""
