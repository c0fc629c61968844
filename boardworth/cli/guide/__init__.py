"""Commands that tell what there is: games, help, completion by shells."""
