"""Every speed claim, as a ratio against a named peer or baseline in the same run."""
