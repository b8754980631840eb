"""What ``analyze`` prints on a terminal: the verdict, the best moves beside the one played, and both sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrabblecli.analysis.verdict import Verdict
from scrabblecli.move import Play
from scrabblecli.report.ahead import ahead_sentences, chances_of
from scrabblecli.report.analyze import GRADE_WORDS, Analysis, best_text, headline, phony_sentences, verdict_text
from scrabblecli.report.endgame import outcome_sentences
from scrabblecli.report.reasons import finding_sentence, signed
from scrabblecli.tiles import Rack

__all__ = ["TableWriter"]

_INDENT = "  - "


class TableWriter:
    """The verdict, the best few beside the move played, and both sums."""

    def __init__(self, color: str) -> None:
        from scrabblecli.report.console import make_console

        self._console = make_console(color)
        self._written = 0
        self._compared: list[tuple[Analysis, Verdict]] = []

    def add(self, analysis: Analysis) -> None:
        """Write one analysis."""
        from rich.text import Text

        if self._written:
            self._console.print()
        self._written += 1
        if analysis.position is not None:
            self._console.print(Text(f"Position {analysis.position}", style="bold"))
        verdict = analysis.verdict
        if verdict is None:
            self._console.print(Text.assemble((analysis.name(), "bold"), " cannot be played:"))
            for reason in analysis.reasons:
                self._say(reason.message, _INDENT)
            return
        if analysis.position is None:
            self._compared.append((analysis, verdict))
        self._say(headline(analysis, verdict))
        if verdict.grade != "best":
            self._console.print(Text.assemble("Best        ", (best_text(analysis, verdict), "bold")))
        if verdict.phony is not None:
            for sentence in phony_sentences(verdict.phony, analysis.lexicon):
                self._say(sentence, _INDENT)
        for finding in verdict.reasons:
            self._say(finding_sentence(finding), _INDENT)
        if verdict.endgame is not None:
            for sentence in outcome_sentences(verdict.endgame):
                self._say(sentence, _INDENT)
        for sentence in (*ahead_sentences(verdict, analysis.rules.tiles.alphabet), *analysis.known(verdict)):
            self._say(sentence, _INDENT)
        self._console.print(Text.assemble("Verdict     ", (verdict_text(verdict), "bold")))
        self._console.print()
        for line in self._rows(analysis, verdict):
            self._console.print(line)
        self._print_sums(analysis, verdict)

    def _say(self, sentence: str, indent: str = "") -> None:
        from scrabblecli.report.console import say

        say(self._console, sentence, indent)

    def _rows(self, analysis: Analysis, verdict: Verdict) -> list[Any]:
        """The best moves and the one played as aligned columns."""
        alphabet = analysis.rules.tiles.alphabet
        ranked = [(str(move.rank), move.move, move.score, Rack(move.leave or b""), move.equity or 0.0) for move in analysis.top]
        if all(move != verdict.move for _, move, *_ in ranked):
            rank = "-" if verdict.equity_rank is None else str(verdict.equity_rank)
            ranked.append((rank, verdict.move, verdict.score, verdict.leave, verdict.equity))
        # with an empty bag all that follows a move is known
        outcome = verdict.endgame
        names = ("Value", "Equity") if outcome is None else ("Then", "Final")
        chances = chances_of(verdict)
        if chances:
            names = ("Win %", "Gain")
        table = [("#", "Move", "Score", "Leave", *names, "")]
        for rank, move, score, leave, equity in ranked:
            mark = "yours" if move == verdict.move else ""
            table.append(
                (
                    rank,
                    analysis.shown(move),
                    str(score),
                    leave.text(alphabet) or "-",
                    f"{100 * chances[move]:.1f}"
                    if move in chances
                    else signed(equity - score)
                    if outcome is None
                    else f"{equity - score:+.0f}",
                    f"{equity:.1f}" if outcome is None else f"{outcome.state.spread + equity:+.0f}",
                    mark,
                )
            )
        return _aligned(table, (True, False, True, False, True, True, False))

    def _print_sums(self, analysis: Analysis, verdict: Verdict) -> None:
        """The arithmetic of the best play, and of the one played beside it."""
        from scrabblecli.report.arithmetic import sum_lines
        from scrabblecli.report.console import beside
        from scrabblecli.scoring import score_play

        sums = [
            sum_lines(score_play(analysis.board, move, analysis.rules), analysis.board, analysis.rules)
            for move in dict.fromkeys((verdict.best.move, verdict.move))
            if isinstance(move, Play)
        ]
        if not sums:
            return
        self._console.print()
        if (
            len(sums) == 2
            and max(line.cell_len for line in sums[0]) + max(line.cell_len for line in sums[1]) + 3 <= self._console.width
        ):
            sums = [beside(sums[0], sums[1])]
        for number, lines in enumerate(sums):
            if number:
                self._console.print()
            for line in lines:
                line.rstrip()
                self._console.print(line)

    def fail(self, message: str) -> None:
        """What was wrong is said on standard error."""

    def end(self) -> None:
        """Where moves of one position were compared, put them side by side."""
        if len(self._compared) < 2:
            return
        from rich.text import Text

        table = [("Move", "Score", "Equity", "Lost", "")]
        for analysis, verdict in sorted(self._compared, key=lambda pair: pair[1].equity_lost):
            lost = f"{verdict.equity_lost:.1f}"
            table.append(
                (
                    analysis.name(),
                    str(verdict.score),
                    f"{verdict.equity:.1f}",
                    lost,
                    GRADE_WORDS.get(verdict.grade, verdict.grade),
                )
            )
        self._console.print()
        self._console.print(Text("Compared", style="bold"))
        for line in _aligned(table, (False, True, True, True, False)):
            self._console.print(line)


def _aligned(table: Sequence[tuple[str, ...]], right: Sequence[bool]) -> list[Any]:
    """Rows under their headings, each column as wide as it must be; ``right`` says which are set to the right."""
    from rich.cells import cell_len
    from rich.text import Text

    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    lines = []
    for number, row in enumerate(table):
        parts = []
        for cell, width, is_right in zip(row, widths, right, strict=True):
            space = " " * (width - cell_len(cell))
            parts.append(space + cell if is_right else cell + space)
        lines.append(Text("  ".join(parts).rstrip(), style="" if number else "dim"))
    return lines
