"""Games over the network: a player and a small manager of the General Game Playing protocol (see docs/ggp.md)."""
