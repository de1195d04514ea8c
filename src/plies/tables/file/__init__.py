"""Files of tables: the format, checksums, reading inside compiled code."""
