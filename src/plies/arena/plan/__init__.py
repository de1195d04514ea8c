"""What a tournament plays: players, schedule, openings, and when it may stop."""
