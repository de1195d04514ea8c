"""Every number of the engine that was chosen rather than given, with its reason or its evidence.

All of them but those of time and of helper threads change node counts: after an edit `plies bench` prints new ones.
"""

from __future__ import annotations

from plies.search.engine.layout import LAST_PLY

# -- the order of moves ----------------------------------------------------------------------------------------------

#: Scores of moves, in bands that cannot overlap: history ends below KILLER, and noise is at most a thousand anywhere.
TABLE_MOVE = 1e15
NOISY_MOVE = 1e12
KILLER = 1e10
HISTORY_CEILING = 1 << 30
#: A refuting move gains depth², those tried before it lose the square divided by this.
HISTORY_MALUS = 4
#: History is divided by this from one search to the next: what was good a move ago is a hint, no more.
HISTORY_AGEING = 8

# -- reductions ------------------------------------------------------------------------------------------------------
# As a whole they are worth 180 Elo (99 to 284) in breakthrough 8x8 and 48 (-27 to 129) in pawns 8x8: docs/findings.md.

#: A quiet move is searched a ply less deeply from this depth and this place in the order on; places count from 0.
REDUCE_DEPTH, REDUCE_INDEX = 3, 3
#: From this place on it is two plies.
REDUCE_MORE_INDEX = 8
#: From this depth and place on it is three. On the principal variation it is always one less.
REDUCE_MOST_DEPTH, REDUCE_MOST_INDEX = 6, 16

# -- cut-offs that a shallower search confirms -------------------------------------------------------------------------
# Values are measured in the game's own spread: how far static values in the tree are from the root's, on average.

#: From this depth on, and from so many of these units above beta on.
VERIFY_DEPTH, VERIFY_MARGIN = 3, 0.15
#: The confirming search is less deep by this, and by the depth divided by this.
VERIFY_LESS, VERIFY_SHARE = 2, 4
#: So many static values are needed before the spread is believed.
VERIFY_SAMPLE = 100.0

# -- no table move ---------------------------------------------------------------------------------------------------

#: From this depth on a node without a table move is searched one ply less deeply.
INTERNAL_DEPTH = 5

# -- the aspiration window -------------------------------------------------------------------------------------------

#: From this depth on the window is around the value of the depth before; earlier values jump too much.
ASPIRATION_DEPTH = 4
#: How far the window goes to both sides, and the share of the value if that is more: heuristics have different scales.
ASPIRATION_MARGIN, ASPIRATION_SHARE = 1.0, 0.1
#: A margin that fails is multiplied by this. Beyond the widest, a tenth of a heuristic's range, the window opens.
ASPIRATION_GROWTH, ASPIRATION_WIDEST = 4, 1e5

# -- proofs ----------------------------------------------------------------------------------------------------------

#: Confirming the distances of wins takes no more nodes than finding them, but each may have this many: a few
#: milliseconds.
PROOF_NODES = 20_000

# -- time ------------------------------------------------------------------------------------------------------------

#: Nodes between looks at the clock, a power of two. At 5 to 10 million nodes a second that is about 10 microseconds, at
#: the 0.6 million of a heuristic in plain Python 0.1 ms. The stop is looked at in every node.
NODES_PER_LOOK = 64
#: Nanoseconds kept back for what happens after the search has stopped, but at most half the time. At 20 ms a move 99%
#: of the time is used, and 99.9% of the moves are less than 5 ms late: docs/benchmarks.md, "Keeping time".
MARGIN = 300_000
#: Seconds a search runs in the calling thread before it moves beside it: most short searches are over by then.
PATIENCE = 0.01
#: A search with this many seconds or less stays in the calling thread: it is over before anyone would interrupt it.
SHORT = 0.3
#: Seconds that a user-written heuristic may take to return after the end of its search; after that it hangs. With the
#: rest of the command this is less than a second from Ctrl-C to the prompt.
HANG = 0.5
#: A forced move is played after this share of its time: enough to show a value, and the rest is saved.
FORCED_SHARE = 0.1
#: On a game clock: the share of the planned time for a move that every depth agrees on, what the last change of mind
#: adds (half of it a depth later, and so on), and what a value adds that fell by more than the aspiration window.
CLEAR_SHARE, CHANGE_ADDS, FALL_ADDS = 0.7, 1.0, 0.8
#: No further depth is begun after this share of the time: it would hardly be finished.
BEGIN_BEFORE = 0.6

# -- several threads -------------------------------------------------------------------------------------------------

#: Helpers with an odd number begin this many plies ahead, so that threads seldom search the same nodes at a time. Two
#: threads are 1.43 times as fast to a depth as one (docs/benchmarks.md); a naive lazy SMP was 1.28 times as fast.
HELPER_LEAD = 1
#: No helper goes deeper than this, which leaves it as many plies again for quiescence.
HELPER_DEEPEST = LAST_PLY // 2

# -- memory ----------------------------------------------------------------------------------------------------------

#: Entries of the table by default: 32 megabytes, which every player of a tournament can have.
DEFAULT_ENTRIES = 1 << 20
