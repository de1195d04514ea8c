"""What is in a user-written file: found, described as plain data, and rebuilt where the file never runs.

found        what `file.py:name` is
description  a heuristic as data: which code of which file, which values
describe     makes the description, in the process that runs the file
rebuild      makes the heuristic again, in a process that never runs it
names        what may be referred to by name
"""
