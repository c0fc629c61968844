"""python -m boardworth."""

from boardworth.cli import main

main()
