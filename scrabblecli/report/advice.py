"""What ``check --sure`` prints: challenge or not, under each rule."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from scrabblecli.game.advice import Advice
from scrabblecli.report.data import SCHEMA
from scrabblecli.report.delimited import Delimited

__all__ = ["print_advice"]

_NOTHING = 0.0005
"""A change smaller than this is none."""


def _verdict(advice: Advice) -> str:
    return "challenge" if advice.change > _NOTHING else "do not challenge" if advice.change < -_NOTHING else "no matter"


def print_advice(shown: str, own: str, found: Sequence[Advice], output_format: str) -> None:
    """Print what challenges of a play are worth; ``own`` is the rule of the table. Nothing is said of whether the play is valid."""
    if output_format in ("json", "jsonl"):
        data = {"schema": SCHEMA, "move": shown, "rule": own, "advice": list(map(_data, found))}
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1 if output_format == "json" else None) + "\n")
        return
    if output_format in ("tsv", "csv"):
        out = Delimited(sys.stdout, output_format)
        out.write(["rule", "advice", "change", "challenged", "kept", "valid", "invalid", "even"])
        for advice in found:
            numbers = (advice.change, advice.challenged, advice.kept, advice.valid, advice.invalid)
            even = "" if advice.even is None else f"{advice.even:.4f}"
            out.write([advice.rule, _verdict(advice), *(f"{number:.4f}" for number in numbers), even])
        return
    if not found:
        sys.stdout.write(f"{shown}: under this rule there are no challenges.\n")
        return
    sure, kept = found[0].sure, found[0].kept
    sys.stdout.write(f"{shown}, {100 * sure:.0f} % sure that it is valid: {100 * kept:.1f} % to win without a challenge.\n")
    width = max(len(advice.rule) for advice in found)
    for advice in found:
        even = "" if advice.even is None else f", even at {100 * advice.even:.0f} % sure"
        mark = " (the rule here)" if advice.rule == own else ""
        change = f"{100 * advice.change:+.1f} points of 100, {100 * advice.challenged:.1f} % to win{even}"
        sys.stdout.write(f"  {advice.rule.ljust(width)}  {_verdict(advice)}: {change}{mark}\n")


def _data(advice: Advice) -> dict[str, Any]:
    return {
        "rule": advice.rule, "sure": advice.sure, "challenge": advice.change > _NOTHING, "change": advice.change,
        "challenged": advice.challenged, "kept": advice.kept, "valid": advice.valid, "invalid": advice.invalid, "even": advice.even,
    }  # fmt: skip
