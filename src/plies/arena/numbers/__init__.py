"""What the results say: statistics, ratings, SPRT, standings."""
