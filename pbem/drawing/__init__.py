"""Pictures of the game: values in, text out."""
