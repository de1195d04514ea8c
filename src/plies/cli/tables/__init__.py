"""Commands about tables of whole games."""
