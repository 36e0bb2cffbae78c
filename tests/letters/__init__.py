"""Stories told in letters, through the whole judge."""
