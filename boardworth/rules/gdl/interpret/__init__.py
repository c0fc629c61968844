"""Rule sheets compiled for the interpreter."""
