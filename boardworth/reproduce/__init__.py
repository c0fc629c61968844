"""Each paper's tables again, ours beside theirs, at a scale that a small machine can bear."""
