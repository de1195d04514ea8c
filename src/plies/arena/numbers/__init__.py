"""The numbers of a tournament: statistics, ratings, SPRT, standings."""
