"""Slow, obvious twins of what the core does fast."""
