"""How players are judged: whose fault an exception is, and how long a move took."""
