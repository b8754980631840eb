"""``python -m scrabblecli``."""

from scrabblecli.cli import main

main(prog_name="scrabblecli")
