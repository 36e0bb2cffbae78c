"""One game through time: commands in, events and notices out, and its public record."""
