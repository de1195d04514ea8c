"""Game servers."""
