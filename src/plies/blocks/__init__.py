"""Pages as data: headings, paragraphs, tables and plots; and what shows them: terminal, Markdown, HTML, JSON.

A report is described once, as a list of blocks. Nothing in this package knows what the blocks are about.
"""
