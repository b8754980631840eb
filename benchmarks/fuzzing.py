"""What the fuzz targets share: a target, what a case may do, and mutations of sound texts that know lines, words and nasty values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from scrabblecli.errors import LONGEST_MESSAGE, ScrabbleError

__all__ = ["NASTY", "SECONDS", "Case", "Target", "changed", "mutated", "told"]

SECONDS = 20.0
"""More of the processor than this for one case is a fault."""

Case = Any
"""A case is a literal of Python, so that it can be written down and read again: text, bytes, or tuples and lists of them."""


class Target(NamedTuple):
    """Something that reads what others wrote.

    ``check`` is given a case and says in a word what became of it (``read``, ``refused``); it raises what must not come out.
    """

    name: str
    cases: st.SearchStrategy[Any]
    check: Callable[[Any], str]


NASTY = (
    "", " ", "\t", "\n", "\r", "\x00", "\x1b[2J", "\x1b]0;x\x07", "\x9b2J", "\u202e", "\ufeff", "\u2028", "\ud83d", "\U0001f600",
    "e\u0301", "\u0130", "\u01c5", "\u00df", "\ufb03", "\u0661", "\u00b2", "\u2460", "[bold]", "[/]", "[link=x]", "<b>", "&amp;", "=cmd|' /C calc'!A0",
    "%s%n", "{0}", "../../x", "/dev/zero", "C:\\x", "-", "--", "-1", "0", "00", "1e999", "nan", "inf", "-0", "99999999999999999999",
    "1" * 5000, "A" * 5000, "?" * 50, "[" * 500, "{a=" * 500, "\\", "\"", "'", ";", ":", "#", ">", "|", "/", "*", "?", ".", "=", ",", "(", ")", "[", "]",
    "[CH]", "[ch]", "[Ch]", "true", "null", "[]", "{}",
)  # fmt: skip
"""Bits of text on which readers of text break."""

_CHANGES = 12


def changed(text: str, changes: Sequence[tuple[int, int, int, str]], seeds: Sequence[str]) -> str:
    """A text with some changes made one after the other; each is a kind, two places and a bit of text.

    A half that is no character of its own is taken out: files are read as UTF-8, where there is none.
    """
    for kind, first, second, bit in changes:
        lines = text.split("\n")
        row = first % len(lines)
        words = lines[row].split(" ")
        word = second % len(words)
        place = (first * 7919 + second) % (len(text) + 1)
        if kind == 0:
            words[word] = bit
            lines[row] = " ".join(words)
        elif kind == 1:
            words.insert(word, bit)
            lines[row] = " ".join(words)
        elif kind == 2:
            del words[word]
            lines[row] = " ".join(words)
        elif kind == 3:
            lines.insert(row, bit)
        elif kind == 4:
            del lines[row]
        elif kind == 5:
            lines.insert(second % (len(lines) + 1), lines[row])
        elif kind == 6:
            other = second % len(lines)
            lines[row], lines[other] = lines[other], lines[row]
        elif kind == 7:
            others = seeds[second % len(seeds)].split("\n")
            lines[row] = others[first % len(others)]
        elif kind == 8:
            others = seeds[second % len(seeds)].split("\n")
            lines[row:] = others[first % len(others) :]
        elif kind == 9:
            lines[row] = lines[row] * (2 + second % 40)
        elif kind == 10:
            text = text[:place] + bit + text[place:]
        else:
            text = text[:place] + text[place + 1 + second % 3 :]
        if kind < 10:
            text = "\n".join(lines)
        text = text[:200_000]
    return text.encode("utf-8", "ignore").decode("utf-8")


def mutated(seeds: Sequence[str], words: Sequence[str] = ()) -> st.SearchStrategy[str]:
    """Sound texts with up to six changes; ``words`` are those that a reader takes for something."""
    bits = st.sampled_from((*words, *words, *NASTY)) | st.text(max_size=6) | st.integers(-(10**7), 10**7).map(str)
    numbers = st.integers(0, 1 << 16)
    changes = st.lists(st.tuples(st.integers(0, _CHANGES - 1), numbers, numbers, bits), max_size=6)
    return st.builds(lambda text, made: changed(text, made, seeds), st.sampled_from(list(seeds)), changes)


def told(read: Callable[[], object]) -> str:
    """Whether something is read or refused; whatever comes out that is no error of this package goes through."""
    try:
        read()
    except ScrabbleError as error:
        message = str(error)
        assert message.strip(), "an error without a message"
        assert len(message) <= LONGEST_MESSAGE + 60, f"a message of {len(message):,} characters: {message[:200]}"
        return "refused"
    return "read"
