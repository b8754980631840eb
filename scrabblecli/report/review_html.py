"""Reviewed games as one HTML page: what each player lost, charts, and every turn with its board, complete in itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from scrabblecli.game.review import PlayerReview, Review, ReviewedTurn
from scrabblecli.game.scene import Scene
from scrabblecli.game.totals import totals_of
from scrabblecli.layout import Layout
from scrabblecli.move import Move, Play
from scrabblecli.report.analyze import GRADE_WORDS
from scrabblecli.report.board_svg import BOARD_STYLE, GameBoards, Look, ground
from scrabblecli.report.charts import CHART_STYLE, Line, line_chart, spreads, standing_sentence
from scrabblecli.report.page import html_page, html_table, shown
from scrabblecli.report.reasons import finding_sentence
from scrabblecli.report.review_summary import SUMMARY, lost_text, move_mark, summary_lines
from scrabblecli.report.sentences import count_of, move_sentence
from scrabblecli.report.sheet import win_sentence

__all__ = ["review_page"]

_STDIN = {"-": "standard input"}
_REASONS = 3
"""How many reasons stand beside a turn."""
_STYLE = """
.result { font-size: 1.15rem; margin: .3rem 0; } .soft { color: var(--soft); margin: .3rem 0; }
section.game { border-top: 3px solid var(--line); margin-top: 2.5rem; }
.narrow { max-width: 40rem; }
.views { display: grid; gap: 1rem; margin: 1rem 0; }
figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; padding: .25rem 0; overflow-wrap: anywhere; }
.turns { list-style: none; margin: 0; padding: 0; }
.turn { background: var(--card); border: 1px solid var(--line); border-left: .4rem solid var(--line); border-radius: .4rem; margin: .6rem 0; padding: .6rem .8rem; }
.turn.small { border-left-color: #c8a400; } .turn.medium { border-left-color: #d66a00; } .turn.large, .turn.phony { border-left-color: #c0262d; }
.turn:target { outline: 3px solid var(--link); }
.turn h3, .turn h4 { margin: 0; font-size: 1rem; font-weight: 400; } .turn b { font-size: 1.1rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); gap: .3rem .8rem; margin: .4rem 0; }
.facts > div { min-width: 0; } .facts .two { grid-column: span 2; } .facts .rest, .facts .why { grid-column: 1 / -1; }
dt { color: var(--soft); font-size: .8rem; } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.turn p { margin: .3rem 0; }
summary { cursor: pointer; color: var(--link); padding: .35rem 0; width: fit-content; }
.boards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); } .boards figure { max-width: 27rem; }
.defs { position: absolute; width: 0; height: 0; }
@media (min-width: 48rem) {
.views { grid-template-columns: 1fr 1fr; } .views .whole { grid-row: span 2; }
.facts { grid-template-columns: 6rem 3.5rem 3.5rem 10rem 6rem minmax(0, 1fr); } .facts .two { grid-column: auto; } .facts .rest { grid-column: auto; } .facts .why { grid-column: 4 / -1; }
}
@media print { details:not([open]) { display: none; } .turn, figure { break-inside: avoid; } section.game { break-before: page; } }
"""


def review_page(reviews: Sequence[Review], several: bool) -> str:
    """A whole page of one game, or of ``several`` with an index; nothing in it comes from a record unescaped."""
    grounds: dict[Layout, str] = {}
    for review in reviews:
        grounds.setdefault(review.setting.layout, f"board{len(grounds) + 1}")
    sources = _sources(reviews)
    games = [
        _Game(review, source, f"g{number}", grounds[review.setting.layout], 2 if several else 1).markup(several)
        for number, (review, source) in enumerate(zip(reviews, sources, strict=True), start=1)
    ]
    title = "Games reviewed" if several else _title(reviews[0])
    parts = [f'<svg class="defs" aria-hidden="true"><defs>{"".join(ground(*item) for item in grounds.items())}</defs></svg>']
    if several:
        parts += ['<h1 id="top">Games reviewed</h1>', *_index(reviews, sources)]
    return html_page(title, "\n".join(["<main>", *parts, *games, "</main>"]), _STYLE + BOARD_STYLE + CHART_STYLE)


def _sources(reviews: Sequence[Review]) -> list[str]:
    """The files of the games, without the folders that they share: a page may go to others."""
    if len(reviews) == 1:
        return [_STDIN.get(reviews[0].source, os.path.basename(reviews[0].source))]
    folders = [os.path.dirname(os.path.abspath(review.source)) for review in reviews]
    try:
        shared = os.path.commonpath(folders)
    except ValueError:  # none at all, or several drives
        return [os.path.basename(review.source) for review in reviews]
    return [_STDIN.get(review.source, os.path.relpath(review.source, shared)) for review in reviews]


def _title(review: Review) -> str:
    return review.setting.title or " – ".join(review.setting.names)


def _points(review: Review) -> str:
    return ", ".join(f"{name} {player.points}" for name, player in zip(review.setting.names, review.players, strict=True))


def _outcome(review: Review) -> str:
    """Who has won, or that it is not known."""
    if not review.setting.winners:
        return "The game is incomplete."
    return win_sentence(review.setting.names, review.setting.winners, [player.points for player in review.players])


def _index(reviews: Sequence[Review], sources: Sequence[str]) -> Iterator[str]:
    """The games with links to them, and what all of them come to."""
    if not reviews:
        yield "<p>No game could be reviewed.</p>"
        return
    rows = [
        (
            f'{number}. <a href="#g{number}">{shown(_title(review))}</a><br>{shown(f"{_points(review)}. {_outcome(review)}")}'
            f'<br><span class="soft">{shown(source)}</span>',
            _for_each(SUMMARY[2][1], review),
            _for_each(SUMMARY[3][1], review),
        )
        for number, (review, source) in enumerate(zip(reviews, sources, strict=True), start=1)
    ]
    yield html_table("Games", (("", "Game"), ("n", SUMMARY[2][0]), ("n", SUMMARY[3][0])), rows, kind="stack")
    found = totals_of(reviews)
    lines = summary_lines([total.review for total in found])
    headings = (("", "Player"), ("n", "games"), ("n", "won"), *(("n", label) for label, _ in lines))
    totals = [
        (
            shown(total.review.player),
            str(total.games),
            f"{total.won:.2f}".rstrip("0").rstrip("."),
            *(value(total.review) for _, value in lines),
        )
        for total in found
    ]
    yield html_table(f"Totals over {count_of(len(reviews), 'game')}", headings, totals, first_heads=True, kind="wide")


def _for_each(value: Callable[[PlayerReview], str], review: Review) -> str:
    return ", ".join(map(value, review.players))


class _Game:
    """One game of the page. ``prefix`` begins its ids, ``level`` is that of its heading."""

    def __init__(self, review: Review, source: str, prefix: str, ground_name: str, level: int) -> None:
        self.review = review
        self.source = source
        self.prefix = prefix
        self.level = level
        self.boards = GameBoards(Look(review.setting.alphabet, review.setting.values, review.setting.layout), ground_name, prefix)

    def markup(self, several: bool) -> str:
        """The whole section."""
        review, prefix = self.review, self.prefix
        turns = [self._turn(turn, scene) for turn, scene in zip(review.turns, review.scenes, strict=True)]
        views = list(self._views())
        back = '<p><a href="#top">All games</a></p>' if several else ""
        error = f"<p><strong>The record could not be followed further:</strong> {shown(review.error)}</p>" if review.error else ""
        # each box that scrolls has a name of its own
        caption = f"Players of game {prefix[1:]}" if several else "Players"
        parts = [
            f'<section class="game" id="{prefix}">' if several else f'<div id="{prefix}">',
            self._heading(0, _title(review)),
            back,
            f'<p class="result">{shown(f"{_points(review)}. {_outcome(review)}")}</p>',
            f'<p class="soft">{shown(self._circumstances())}</p>',
            error,
            f'<svg class="defs" aria-hidden="true"><defs>{"".join(self.boards.definitions)}</defs></svg>',
            *views,
            self._mattered(),
            f'<div class="narrow">{html_table(caption, *self._summary(), first_heads=True)}</div>',
            self._heading(1, "Turn by turn"),
            '<ol class="turns">',
            *turns,
            "</ol>",
            "</section>" if several else "</div>",
        ]
        return "\n".join(filter(None, parts))

    def _heading(self, below: int, text: str) -> str:
        return f"<h{self.level + below}>{shown(text)}</h{self.level + below}>"

    def _circumstances(self) -> str:
        setting = self.review.setting
        nicks = [
            f"{player.player} is {name}"
            for player, name in zip(self.review.players, setting.names, strict=True)
            if name != player.player
        ]
        facts = (
            setting.rules,
            f"{setting.lexicon} ({setting.words:,} words)",
            count_of(len(self.review.turns), "turn"),
            self.source,
        )
        return ". ".join(filter(None, (", ".join(facts), ", ".join(nicks))))

    def _summary(self) -> tuple[list[tuple[str, str]], list[list[str]]]:
        players = self.review.players
        columns = [("", ""), *(("n", shown(player.player)) for player in players)]
        return columns, [[label, *(value(player) for player in players)] for label, value in summary_lines(players)]

    def _views(self) -> Iterator[str]:
        """The board after the game, and the charts."""
        review, setting = self.review, self.review.setting
        self.boards.reach(setting.reached)
        board = self.boards.picture(f"The board after {count_of(len(review.turns), 'turn')}")
        caption = "The board at the end" if setting.winners else f"The board after turn {len(review.turns)}"
        pictures = [(caption, board, "whole")] if review.turns else []
        if len(review.turns) > 1:
            names = [player.player for player in review.players]
            totals = [(0,) * len(names), *(scene.totals for scene in review.scenes)]
            marked = [[turn.number for turn in review.turns if turn.player == name] for name in names]
            words = standing_sentence(names, totals)
            scores = [Line(name, place, [row[place] for row in totals], marked[place]) for place, name in enumerate(names)]
            pictures.append(("Scores", line_chart(f"{self.prefix}s", "Scores, turn by turn", words, scores), ""))
            # two players' spreads are one line, on which turns can be marked
            rings = review.mattered if len(names) == 2 else ()
            leads = [
                Line(name, place, spreads(totals, place), marked[place])
                for place, name in enumerate(names)
                if len(names) > 2 or not place
            ]
            spread = line_chart(f"{self.prefix}p", "Spread, turn by turn", words, leads, signed=True, ringed=rings)
            of = f" of {names[0]}" if len(names) == 2 else ""
            against = " to the best of the others" if len(names) > 2 else ""
            legend = "; rings mark costly turns" if rings else ""
            pictures.append((f"Spread{of}{against}{legend}", spread, ""))
        yield '<div class="views">'
        for caption, picture, kind in pictures:
            mark = f' class="{kind}"' if kind else ""
            yield f"<figure{mark}><figcaption>{shown(caption)}</figcaption>{picture}</figure>"
        yield "</div>"

    def _mattered(self) -> str:
        review = self.review
        if not review.mattered:
            return ""
        lines = [self._heading(1, "The turns that mattered most"), "<ol>"]
        for number in review.mattered:
            turn = review.turns[number - 1]
            link = f'<a href="#{self.prefix}t{number}">Turn {number}, {shown(f"{turn.player}: {move_mark(turn)}")}</a>'
            lines.append(f"<li>{link} lost {shown(lost_text(turn))}. {shown(f'Best was {turn.best}. {_reasons(turn, 2)}')}</li>")
        return "\n".join([*lines, "</ol>"])

    def _turn(self, turn: ReviewedTurn, scene: Scene) -> str:
        kind = f"turn {turn.grade}" if turn.grade else "turn"
        heading = f"h{self.level + 2}"
        parts = [
            f'<li class="{kind}" id="{self.prefix}t{turn.number}">'
            f"<{heading}>{turn.number}. {shown(turn.player)} <b>{shown(move_mark(turn))}</b></{heading}>",
            f'<dl class="facts">{"".join(_facts(turn, scene, self.review))}</dl>',
        ]
        sentences = [_challenge(turn), _reasons(turn, _REASONS)]
        if any(sentences):
            parts.append(f"<p>{shown(' '.join(filter(None, sentences)))}</p>")
        parts += [f"<p>Note: {shown(note)}</p>" for note in scene.notes]
        parts.append(
            f'<details><summary>Board of turn {turn.number}</summary><div class="boards">{"".join(self._pictures(turn, scene))}</div>'
            "</details></li>"
        )
        return "\n".join(parts)

    def _pictures(self, turn: ReviewedTurn, scene: Scene) -> Iterator[str]:
        """The position before a turn with its play, and with the best play where that is another."""
        self.boards.reach(scene.before)
        played = f"Played: {turn.move}, {count_of(turn.score, 'point')}"
        yield self._figure(played if isinstance(scene.move, Play) else "Before this turn", scene, scene.move)
        if turn.grade != "best" and isinstance(scene.best, Play):
            yield self._figure(f"Best: {turn.best}, {count_of(turn.best_score, 'point')}", scene, scene.best)

    def _figure(self, caption: str, scene: Scene, move: Move | None) -> str:
        what = "points" if move is None else move_sentence(move, scene.before, self.review.setting.alphabet)
        tiles = move.new_tiles() if isinstance(move, Play) else ()
        return f"<figure>{self.boards.picture(f'The board with {what}', tiles)}<figcaption>{shown(caption)}</figcaption></figure>"


def _facts(turn: ReviewedTurn, scene: Scene, review: Review) -> Iterator[str]:
    yield _fact("Rack", turn.rack or "unknown")
    yield _fact("Score", str(turn.score))
    yield _fact("Total", str(turn.total))
    if not turn.grade:
        yield _fact("Grade", f"not graded: {turn.why_not}", "why")
        return
    yield _fact("Grade", _grade(turn), "two")
    if turn.grade != "best":
        if turn.win_lost is None:
            yield _fact("Final spread lost" if turn.basis == "endgame" else "Equity lost", f"{turn.equity_lost:.1f}")
        else:
            yield _fact("Chances lost", f"{100 * turn.win_lost:.1f} %{', a tie' if turn.tied else ''}")
        yield _fact("Best", f"{turn.best} for {turn.best_score}", "rest")


def _fact(name: str, text: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f"<div{mark}><dt>{name}</dt><dd>{shown(text)}</dd></div>"


def _grade(turn: ReviewedTurn) -> str:
    """The grade in words."""
    if turn.phony:
        return "phony, challenged off" if turn.phony == "off" else "phony that stayed"
    return GRADE_WORDS[turn.grade]


def _challenge(turn: ReviewedTurn) -> str:
    if turn.challenged == "lost":
        return "It was challenged, and stayed."
    return "It was challenged off the board." if turn.challenged == "won" and not turn.phony else ""


def _reasons(turn: ReviewedTurn, most: int) -> str:
    """The main reasons why a move is not the best, one sentence after the other."""
    return " ".join(finding_sentence(finding) for finding in turn.reasons[:most])
