"""Compiling: digests of code, kernels for a game, heuristics as addresses. The only place that knows Numba's cache."""
