"""The command line: what Keepers, hosts and programs type."""
