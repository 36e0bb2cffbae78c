"""The archive of games as pages: a function of the public record, maps and templates."""
