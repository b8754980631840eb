"""What ``scrabblecli help TOPIC`` shows: a text file a topic.

The first line says what the topic is. Then come paragraphs, and blocks indented by four spaces that stay as they are; a
block with lines that begin with ``$`` is an example, run by the tests.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Topic", "topic", "topic_names"]

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_ENDING = ".txt"


class Topic(NamedTuple):
    """A topic: its name, what it is in a sentence, and the text after that."""

    name: str
    summary: str
    text: str


@lru_cache(maxsize=1)
def topic_names() -> tuple[str, ...]:
    """The names of all topics, sorted."""
    return tuple(sorted(name.removesuffix(_ENDING) for name in os.listdir(_FOLDER) if name.endswith(_ENDING)))


def topic(name: str) -> Topic:
    """A topic by one of the names."""
    with open(os.path.join(_FOLDER, name + _ENDING), encoding="utf-8") as stream:
        summary, text = stream.read().split("\n", 1)
    return Topic(name, summary, text.strip("\n") + "\n")
