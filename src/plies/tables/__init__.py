"""Tables of solved games as they are kept and read: files, the folder they lie in, probes."""
