"""The tables and plots of a tournament, and the pages they are put on."""
