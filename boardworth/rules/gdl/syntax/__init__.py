"""Rule sheets as text and as values."""
