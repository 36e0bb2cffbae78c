"""What is kept: the public record in git, and the private journal, spool and keys."""
