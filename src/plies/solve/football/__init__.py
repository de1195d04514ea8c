"""Football solved: situations, strategies, drives."""
