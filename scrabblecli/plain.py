"""Text that may go to a terminal or into a table, whoever wrote it."""

from __future__ import annotations

__all__ = ["lines_of", "printable"]


def lines_of(text: str) -> list[str]:
    r"""The lines of a text that end with LF, CRLF or CR, and with nothing else: other breaks may stand within a definition.

    >>> lines_of("CAT\tan animal\x85\r\nDOG")
    ['CAT\tan animal\x85', 'DOG']
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def printable(text: str, keep_lines: bool = False) -> str:
    r"""The text with every control or formatting character shown as an escape, so that it cannot act on a terminal.

    ``keep_lines`` leaves line feeds alone.

    >>> printable("QI\x1b[2J")
    'QI\\x1b[2J'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        [
            character
            if character.isprintable() or (keep_lines and character == "\n")
            else character.encode("unicode_escape").decode("ascii")
            for character in text
        ]
    )
