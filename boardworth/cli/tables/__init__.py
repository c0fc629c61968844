"""Tables of results in the terminal."""
