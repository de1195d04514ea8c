"""The Game Description Language: rules from a server interpreted, and compared with those of the games known here."""
