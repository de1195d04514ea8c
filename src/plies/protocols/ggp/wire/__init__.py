"""The General Game Playing protocol on the wire: expressions, messages, HTTP, and a match as its messages report it."""
