"""Child processes: how they are started, how they communicate, what they may use, and that they end with their parent.

framing     one frame for all pipes: JSON text and bytes
messages    frozen dataclasses as frames
allowance   what a child may use and reach
spawn       how a child is started
child       the child's side: its beginning, its pipe
link        the parent's side: send, receive, ask with a deadline, end for certain
stream      the parent's side in asyncio
guard       a process that ends all that untrusted code has started
isolation   what was wished, and what this system can do; landlock, bubblewrap, system_calls: its means
lifetime    an end with the parent; forks that take along what they started; how a process ended, in words
"""
