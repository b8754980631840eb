"""Answers that are typed at a terminal or come through a pipe, one a line."""

from __future__ import annotations

import sys

import click

__all__ = ["asks", "typed_line"]


def asks() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def typed_line(prompt: str) -> str | None:
    """A line that was typed, without spaces around it; None at the end of input. The prompt is for a terminal alone."""
    if sys.stdin is None:
        return None
    if prompt and asks():
        try:
            return input(prompt).strip()
        except EOFError:
            click.echo()
            return None
        except KeyboardInterrupt:
            click.echo()
            raise
    line = sys.stdin.readline()
    return line.strip() if line else None
