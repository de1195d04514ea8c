"""Tables of whole games: every position a win, a loss or a draw. Built and audited here; `plies.tables` reads them."""
