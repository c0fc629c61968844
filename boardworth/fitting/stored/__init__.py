"""Models as bytes: what is in a model file, and in a pickle of a model."""
