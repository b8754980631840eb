"""Positions as text: the text board and CGP, each read and written."""

from __future__ import annotations

from scrabblecli.formats.cgp import format_cgp, parse_cgp
from scrabblecli.formats.detect import detect, split_positions
from scrabblecli.formats.position import Position, RuleChoice
from scrabblecli.formats.text import format_text, parse_text

__all__ = ["Position", "RuleChoice", "detect", "format_cgp", "format_text", "parse_cgp", "parse_text", "split_positions"]
