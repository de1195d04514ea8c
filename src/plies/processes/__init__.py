"""Child processes: how they are started, how they talk, what they may use, and that they end with their parent."""
