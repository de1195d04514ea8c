"""Names for the places in the arrays that the engine's kernel and its Python side share."""

from __future__ import annotations

#: the deepest ply of a line, quiescence included; frames and rows have a few more
LAST_PLY = 240
PLIES = LAST_PLY + 12
#: larger than any ply: a value that leans on no position above it
NEVER = 1 << 30

#: phases of the loop
ENTER, NEXT, RETURN = 0, 1, 2

#: integers of a frame
F_DEPTH, F_PV, F_COUNT, F_INDEX, F_BEST_MOVE, F_STAGE, F_REDUCTION, F_DEPENDS, F_TOUCHED, F_LISTED = range(10)
FRAME_INTEGERS = 10
#: floats of a frame
R_ALPHA, R_BETA, R_BEST, R_START = range(4)

#: shared by all threads of a search: set to stop it; 1 + ply of a heuristic that answered nonsense
STOP, ERROR = 0, 1
CONTROLS = 8

#: what a search counts
C_NODES, C_LEAVES, C_HITS, C_CUTOFFS, C_FIRST_CUTOFFS, C_DEEPEST, C_LINE_COMPLETE = range(7)
COUNTERS = 8

#: integer arguments
(
    A_DEPTH,
    A_ME,
    A_BASE,
    A_EVALUATE,
    A_ORDER,
    A_DEADLINE,
    A_NODE_LIMIT,
    A_EXACT_DEPTHS,
    A_QUIESCENCE,
    A_REDUCTIONS,
    A_AGE,
    A_EXCLUDED,
) = range(12)
ARGUMENTS = 12

#: float arguments
W_ALPHA, W_BETA, W_CENTRE = range(3)
