"""Builds by other methods than patterns: experts' moves, and what a rule sheet offers."""
