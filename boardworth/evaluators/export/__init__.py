"""Models in other languages: one file without dependencies, or tables of weights."""
