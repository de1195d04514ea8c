"""Names for the places in the arrays that the engine's kernel and its Python side share."""

from __future__ import annotations

#: the deepest ply of a line, quiescence included; frames and rows have a few more
LAST_PLY = 240
PLIES = LAST_PLY + 12

#: integers of a frame
F_DEPTH, F_PV, F_COUNT, F_INDEX, F_BEST_MOVE, F_STAGE, F_DEPENDS, F_TOUCHED, F_LISTED = range(9)
#: whether the node is searched less deeply than asked, and the depth that was asked
F_LESS, F_ASKED = 9, 10
FRAME_INTEGERS = 11
#: floats of a frame
R_ALPHA, R_BETA, R_BEST, R_START = range(4)
FRAME_FLOATS = 4

#: shared by all threads of a search: set to stop it; 1 + ply of a heuristic that answered nonsense
STOP, ERROR = range(2)
CONTROLS = 8  # longer than needed, so that what one thread counts seldom shares a cache line with what all read

#: what a search counts
C_NODES, C_LEAVES, C_HITS, C_CUTOFFS, C_FIRST_CUTOFFS, C_DEEPEST, C_LINE_COMPLETE, C_LINE_REDUCED = range(8)
#: positions whose value a table of solved positions gave
C_PROBES = 8
COUNTERS = 9

#: `Settings.probes`: none; solved positions are worth their result, unless history has them twice; they are proofs
NO_PROBES, AS_VALUES, AS_PROOFS = range(3)

#: `Settings.steps`, the selective steps that are taken, one bit each: late moves less deeply; cut-offs confirmed by a
#: shallower search; values that depend on the path in the table; less depth without a table move; static proofs
REDUCE, VERIFY, PATHS, INTERNAL, RACES = 1, 2, 4, 8, 16

#: `Memory.spread`: the sum of how far static values are from the root's, and how many there were
S_SUM, S_COUNT = range(2)
