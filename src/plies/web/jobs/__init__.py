"""Work that child processes of the server do."""
