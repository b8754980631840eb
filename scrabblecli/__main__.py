"""``python -m scrabblecli``, and what the console script calls."""

import sys


def run() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is still loading."""
    try:
        from scrabblecli.cli import scrabblecli  # noqa: PLC0415 - so that loading is inside the try

        scrabblecli(prog_name="scrabblecli")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
