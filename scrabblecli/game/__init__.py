"""What happens in a game: moves judged under the rules in force, challenges and their consequences."""
