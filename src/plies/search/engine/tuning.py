"""Every number of the engine that was chosen rather than given, with its reason or its evidence.

All of them but those of time change node counts: after an edit `plies bench` prints new ones.
"""

from __future__ import annotations

from plies.search.engine.layout import LAST_PLY

# -- the order of moves ----------------------------------------------------------------------------------------------

#: Scores of moves, in bands that cannot overlap: history stays below KILLER, and noise is a small number.
TABLE_MOVE = 1e15
NOISY_MOVE = 1e12
KILLER = 1e10
HISTORY_CEILING = 1 << 30
#: A refuting move gains depth², those tried before it lose the square divided by this.
HISTORY_MALUS = 4
#: History is divided by this from one search to the next.
HISTORY_AGEING = 8

# -- reductions ------------------------------------------------------------------------------------------------------

#: A quiet move is looked at one ply less deeply from this depth and this place in the order on (places count from 0),
REDUCE_DEPTH, REDUCE_INDEX = 3, 3
#: two plies less from this place on,
REDUCE_MORE_INDEX = 8
#: three from this depth and place on; on the principal variation always one ply less of it.
REDUCE_MOST_DEPTH, REDUCE_MOST_INDEX = 6, 16

# -- the aspiration window -------------------------------------------------------------------------------------------

#: From this depth on the window is around the value of the depth before,
ASPIRATION_DEPTH = 4
#: this wide to both sides, or this share of the value if that is more;
ASPIRATION_MARGIN, ASPIRATION_SHARE = 1.0, 0.1
#: a margin that fails is multiplied by this, until it is so wide that the window opens altogether.
ASPIRATION_GROWTH, ASPIRATION_WIDEST = 4, 1e5

# -- time ------------------------------------------------------------------------------------------------------------

#: Nodes between looks at the clock, a power of two.
NODES_PER_LOOK = 64
#: Nanoseconds kept back for what happens after the search has stopped, but at most half the time.
MARGIN = 300_000
#: Seconds a search runs in the calling thread before it moves beside it.
PATIENCE = 0.01
#: A search with this many seconds or less stays in the calling thread: it is over before anyone would interrupt it.
SHORT = 0.3
#: A forced move is played after this share of its time.
FORCED_SHARE = 0.1

# -- several threads -------------------------------------------------------------------------------------------------

#: Helpers with an odd number begin this many plies ahead,
HELPER_LEAD = 1
#: and no helper goes deeper than this.
HELPER_DEEPEST = LAST_PLY // 2

# -- memory ----------------------------------------------------------------------------------------------------------

#: Entries of the table by default.
DEFAULT_ENTRIES = 1 << 20
