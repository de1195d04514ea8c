"""Pages as data: headings, paragraphs, tables and plots; and what shows them: terminal, Markdown, HTML, JSON.

Whoever has something to report describes it once, as a list of blocks. Nothing in this package knows what they say.
"""
