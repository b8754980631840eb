"""What ``score`` prints, in every format."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from scrabblecli.board import Board
from scrabblecli.errors import Reason
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.move import Exchange, Pass, Play, format_move, kept
from scrabblecli.report.data import SCHEMA, other_data, play_data, position_data, reason_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.rules import RuleSet
from scrabblecli.scoring import PlayScore
from scrabblecli.tiles import Rack

__all__ = ["SCORE_FIELDS", "Judgement", "judgement_data", "judgement_sentences", "print_judgement"]

SCORE_FIELDS = ("move", "score", "legal", "words", "reasons")


class Judgement(NamedTuple):
    """A move judged: ``move`` is None when it cannot be told which tiles would lie where; ``text`` is what was typed."""

    board: Board
    rack: Rack | None
    rules: RuleSet
    lexicon: Lexicon
    text: str
    move: Play | Exchange | Pass | None
    arithmetic: PlayScore | None
    reasons: tuple[Reason, ...]

    @property
    def score(self) -> int | None:
        """The points, None when none are claimed."""
        if isinstance(self.move, Exchange | Pass):
            return 0
        return None if self.arithmetic is None else self.arithmetic.score

    @property
    def shown(self) -> str:
        """The move as people write it."""
        # what was typed, when it is only a part of the play
        if self.move is None or any(reason.code == "not_whole_word" for reason in self.reasons):
            return self.text
        return format_move(self.move, self.rules.tiles.alphabet, self.board)

    @property
    def leave(self) -> str | None:
        """The tiles kept, None when that is not known or the rack does not hold what is played."""
        left = None if self.move is None else kept(self.move, self.rack)
        return None if left is None else left.text(self.rules.tiles.alphabet)

    @property
    def words(self) -> list[str]:
        """The words it makes."""
        alphabet = self.rules.tiles.alphabet
        return [] if self.arithmetic is None else [alphabet.word_text(word.faces) for word in self.arithmetic.words]


def print_judgement(judgement: Judgement, output_format: str, color: str, header: bool, number: int | None = None) -> None:
    """Print a judgement as ``table``, ``text``, ``tsv``, ``csv``, ``json`` or ``jsonl``; ``number`` is the position's, among several."""
    if output_format in ("json", "jsonl"):
        import json

        data = judgement_data(judgement)
        text = json.dumps(data, ensure_ascii=False, indent=1 if output_format == "json" and number is None else None)
        sys.stdout.write(text + "\n")
    elif output_format in ("tsv", "csv"):
        out = Delimited(sys.stdout, output_format)
        if header:
            out.write(SCORE_FIELDS if number is None else ("position", *SCORE_FIELDS))
        alphabet = judgement.rules.tiles.alphabet
        move = judgement.text if judgement.move is None else format_move(judgement.move, alphabet)
        out.write([
            *([] if number is None else [str(number)]),
            move, "" if judgement.score is None else str(judgement.score), "false" if judgement.reasons else "true",
            ",".join(judgement.words), "; ".join(reason.message for reason in judgement.reasons),
        ])  # fmt: skip
    else:
        if number is not None:
            sys.stdout.write(f"Position {number}\n")
        if output_format == "text":
            sys.stdout.write("\n".join(judgement_sentences(judgement)) + "\n")
        else:
            _print_table(judgement, color)


def judgement_data(judgement: Judgement) -> dict[str, Any]:
    """A judgement as plain data."""
    rules = judgement.rules
    move = judgement.move
    if isinstance(move, Play):
        data = play_data(move, judgement.arithmetic, rules, judgement.board)
    elif move is None:
        data = dict.fromkeys(("kind", "move", "square", "direction", "tiles", "word", "score"), None)
        data |= {"kind": "play", "move": judgement.text, "bingo": False, "words": [], "bonus": 0}
    else:
        data = other_data(move, rules)
    return {
        "schema": SCHEMA,
        "position": position_data(judgement.board, judgement.rack, rules, judgement.lexicon),
        "rank": None,
        **data,
        "equity": None,
        "leave": judgement.leave,
        "legal": not judgement.reasons,
        "reasons": [reason_data(reason) for reason in judgement.reasons],
    }


def judgement_sentences(judgement: Judgement) -> list[str]:
    """A judgement in sentences that read well aloud."""
    from scrabblecli.plain import printable
    from scrabblecli.report.sentences import count_of, move_sentence, sum_sentences

    rules = judgement.rules
    move = judgement.move
    sentence = judgement.text if move is None else move_sentence(move, judgement.board, rules.tiles.alphabet)
    lines = [printable(sentence) + "."]
    if judgement.reasons:
        lines.append("This cannot be played.")
        lines += [f"{reason.message[0].upper()}{reason.message[1:]}." for reason in judgement.reasons]
        if judgement.arithmetic is not None:
            lines.append("The sum would be as follows.")
    if judgement.arithmetic is not None:
        lines += sum_sentences(judgement.arithmetic, rules)
        if judgement.lexicon.identity[8:]:
            lines.append(f"Words are those of {judgement.lexicon}.")
    elif judgement.score is not None and not judgement.reasons:
        lines.append(f"{count_of(judgement.score, 'point')}.")
    return lines


def _print_table(judgement: Judgement, color: str) -> None:
    from rich.text import Text

    from scrabblecli.plain import printable
    from scrabblecli.report.arithmetic import sum_lines
    from scrabblecli.report.console import make_console

    console = make_console(color)
    rules = judgement.rules
    sums = [] if judgement.arithmetic is None else sum_lines(judgement.arithmetic, judgement.board, rules)
    if judgement.reasons:
        console.print(Text.assemble((printable(judgement.shown), "bold"), " cannot be played:"))
        for reason in judgement.reasons:
            console.print(Text(f"  - {reason.message}"))
        if sums:
            console.print(Text("The sum would be:"))
            sums = sums[1:]
    elif not sums:
        console.print(Text.assemble((judgement.shown, "bold"), " is allowed and scores 0."))
    for line in sums:
        console.print(line)
    if sums and judgement.lexicon.identity[8:]:
        # the table has words of its own: say so with every verdict
        console.print(Text(f"Words are those of {judgement.lexicon}."))
