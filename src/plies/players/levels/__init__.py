"""Levels: opponents by name, from Learner to Perfect, with a rating where it was measured."""
