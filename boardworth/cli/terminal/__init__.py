"""Games at the terminal: what is typed, and how positions are shown."""
