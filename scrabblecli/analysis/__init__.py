"""What moves are worth: leave values, equity, self-play, grades."""
