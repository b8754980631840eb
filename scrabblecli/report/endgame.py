"""Endgames as people and programs read them: what a move comes to, and the moves to the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabblecli.engine.movegen import RankedMove
from scrabblecli.move import Pass, format_move
from scrabblecli.report.sentences import count_of, move_sentence

if TYPE_CHECKING:
    from scrabblecli.analysis.endgame_results import EndgameMove, Line, Solved, Step
    from scrabblecli.analysis.endgame_rules import EndgameState
    from scrabblecli.analysis.endgame_verdict import EndgameOutcome

__all__ = [
    "Endgame",
    "final_text",
    "line_sentences",
    "line_text",
    "outcome_data",
    "outcome_sentences",
]


class Endgame(NamedTuple):
    """The endgame that a solution is about, and what was found; ``moves`` has its moves by their rank."""

    state: EndgameState
    solved: Solved
    moves: Mapping[int, EndgameMove]

    @classmethod
    def of(cls, state: EndgameState, solved: Solved) -> Endgame:
        """What was found of an endgame."""
        return cls(state, solved, {move.ranked.rank: move for move in solved.moves})

    @property
    def best(self) -> EndgameMove:
        """The best move, or the best so far."""
        return self.solved.moves[0]

    @property
    def heading(self) -> str:
        """Of the column on a terminal."""
        return "Final"

    def text(self, ranked: RankedMove) -> str:
        """The final spread of a move, for that column."""
        return final_text(self.moves[ranked.rank])

    def cell(self, ranked: RankedMove, field: str) -> str:
        """One of the columns that only an endgame fills; empty for a bound that is not known, and for what simulations fill."""
        move = self.moves[ranked.rank]
        if field == "proven":
            return "true" if move.proven else "false"
        value = {"final_spread": move.spread, "least": move.least, "most": move.most}.get(field)
        return "" if value is None else str(value)

    def head(self) -> dict[str, Any]:
        """What JSON says of the position."""
        opponent = self.state.racks[1].text(self.state.rules.tiles.alphabet)
        found = {
            "proven": self.solved.proven,
            "opponent_rack": opponent,
            "scores": list(self.state.scores),
            "stopped": self.solved.stopped,
        }
        return {"endgame": found}

    def data(self, ranked: RankedMove) -> dict[str, Any]:
        """What an endgame adds to a move."""
        move = self.moves[ranked.rank]
        data: dict[str, Any] = {
            "final_spread": move.spread, "proven": move.proven, "least": move.least, "most": move.most, "line": None, "final_scores": None,
        }  # fmt: skip
        if move.line is not None:
            data["line"] = _steps(self.state, move.line)
            data["final_scores"] = list(move.line.ended.scores)
        return data

    def sentence(self, ranked: RankedMove) -> str:
        """What a move comes to, read aloud."""
        return f"Final spread {self.text(ranked)}."

    def closing(self, aloud: bool) -> list[str]:
        """The moves to the end after a line that names them: a sentence each, or all in one."""
        line = self.best.line
        if line is None:
            return []
        name = "The best moves to the end" if self.solved.proven else "The best moves found, not proven"
        if aloud:
            return [f"{name}:", *line_sentences(self, line)]
        return [name.removeprefix("The ").capitalize(), line_text(self.state, line)]


def final_text(move: EndgameMove) -> str:
    """The final spread: ``+16`` where it is exact, else the bound, or what the search expects.

    >>> from scrabblecli.analysis.endgame_results import EndgameMove
    >>> ranked = RankedMove(1, Pass(), 0, b"")
    >>> [final_text(EndgameMove(ranked, 5, *bounds)) for bounds in ((5, 5), (None, 5), (5, None), (3, 9), (None, None))]
    ['+5', 'at most +5', 'at least +5', '+3 to +9', 'about +5']
    """
    least, most = move.least, move.most
    if move.proven:
        return f"{move.spread:+}"
    if least is not None and most is not None:
        return f"{least:+} to {most:+}"
    if most is not None and most == move.spread:
        return f"at most {most:+}"
    if least is not None and least == move.spread:
        return f"at least {least:+}"
    return f"about {move.spread:+}"


def _steps(state: EndgameState, line: Line) -> list[dict[str, Any]]:
    """The moves of a line as plain data."""
    alphabet = state.rules.tiles.alphabet
    return [{"player": step.player + 1, "move": format_move(step.move, alphabet), "score": step.score} for step in line.steps]


def outcome_data(outcome: EndgameOutcome) -> dict[str, Any]:
    """What a move and the best one come to, as plain data."""
    changed = outcome.changed
    data: dict[str, Any] = {
        "final_spread": outcome.played.spread,
        "best_final_spread": outcome.best.spread,
        "proven": True,
        "result_changed": None if changed is None else {"best": changed[0], "played": changed[1]},
        "opponent_rack": outcome.state.racks[1].text(outcome.state.rules.tiles.alphabet),
    }
    for key, move in (("line", outcome.played), ("best_line", outcome.best)):
        data[key] = None if move.line is None else _steps(outcome.state, move.line)
    return data


def outcome_sentences(outcome: EndgameOutcome) -> Iterator[str]:
    """The moves to the end after the best move, and after the one that was played."""
    if outcome.best.line is not None:
        yield f"Best to the end: {line_text(outcome.state, outcome.best.line)}"
    if outcome.played.spread != outcome.best.spread and outcome.played.line is not None:
        yield f"After yours: {line_text(outcome.state, outcome.played.line)}"


def line_text(start: EndgameState, line: Line) -> str:
    """The moves to the end as one sentence: ``You 3G Q(u)AI 23, they 13H DEUT(Z)IA 36, you go out with ...``."""
    alphabet = start.rules.tiles.alphabet
    parts: list[str] = []
    for state, step, goes_out in _played(start, line):
        name = "they" if step.player else "you"
        move = "pass" if isinstance(step.move, Pass) else f"{format_move(step.move, alphabet, state.board)} {step.score}"
        parts.append(f"{name} go out with {move}" if goes_out else f"{name} {move}")
    sentence = ", ".join(parts) + _leftovers(start, line)
    return f"{sentence[0].upper()}{sentence[1:]}: {_final(line)}."


def line_sentences(endgame: Endgame, line: Line) -> list[str]:
    """The moves to the end as sentences that read well aloud, one a move, and what the game ends with."""
    alphabet = endgame.state.rules.tiles.alphabet
    sentences = []
    for state, step, _ in _played(endgame.state, line):
        move = move_sentence(step.move, state.board, alphabet)
        points = "" if isinstance(step.move, Pass) else f", {count_of(step.score, 'point')}"
        sentences.append(f"{'They' if step.player else 'You'}: {move}{points}.")
    how = _leftovers(endgame.state, line).removeprefix(" and ").removeprefix("; ")
    last = line.steps[-1].player
    if line.ended.how == "out":
        went = f"{'They' if last else 'You'} go out"
        sentences.append(f"{went} and {how}." if how else f"{went}.")
    elif how:
        sentences.append(f"{how[0].upper()}{how[1:]}.")
    final = _final(line)
    sentences.append(f"{final[0].upper()}{final[1:]}.")
    return sentences


def _played(state: EndgameState, line: Line) -> Iterator[tuple[EndgameState, Step, bool]]:
    """Each move of a line with the position before it, and whether its player goes out with it."""
    for step in line.steps:
        yield state, step, line.ended.how == "out" and step is line.steps[-1]
        state, _ = state.after(step.move, step.score)


def _leftovers(state: EndgameState, line: Line) -> str:
    """What happens at the end, after the last move."""
    alphabet = state.rules.tiles.alphabet
    for step in line.steps:
        state, _ = state.after(step.move, step.score)
    ended = line.ended
    racks = [rack.text(alphabet) for rack in state.racks]
    if ended.how == "out":
        winner = ended.player or 0
        held = racks[1 - winner]
        gained, lost = ended.changes[winner], -ended.changes[1 - winner]
        text = f" and gain {gained} for {held}" if gained else ""
        if lost:
            other = "you lose" if winner else "they lose"
            text += f", {other} {lost}" if text else f"; {other} {lost} for {held}"
        return text
    if ended.how == "target":
        return f"; {'they have' if ended.player else 'you have'} reached the target"
    why = {
        "blocked": "the scoreless turns end the game",
        "passes": "nobody would ever move again, so the game is left there",
    }[ended.how]
    lost_texts = [
        f"{name} lose {-change} for {held}"
        for name, change, held in zip(("you", "they"), ended.changes, racks, strict=True)
        if change
    ]
    return f"; {why}" + "".join(f", {text}" for text in lost_texts)


def _final(line: Line) -> str:
    mine, theirs = line.ended.scores
    if mine == theirs:
        before, other = line.ended.before
        if before == other:
            return f"final {mine}-{theirs}, a tie"
        return f"final {mine}-{theirs}, {'you win' if before > other else 'they win'} by the higher score before the leftovers"
    return f"final {mine}-{theirs}, {'you win' if mine > theirs else 'they win'} by {abs(mine - theirs)}"
