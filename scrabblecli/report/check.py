"""What ``check`` prints: words judged, plays judged, and what a challenge does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from scrabblecli.errors import Reason
from scrabblecli.formats.position import Position
from scrabblecli.game.ruling import ChallengeRuling
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.judging import JudgedWord
from scrabblecli.move import Play, format_move, needed_codes
from scrabblecli.report.challenge import challenge_data, consequences
from scrabblecli.report.data import SCHEMA, lexicon_data, position_data, reason_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.tiles import Rack

__all__ = [
    "PlayRuling",
    "big_ruling",
    "help_lines",
    "judged_data",
    "print_play_ruling",
    "print_together",
    "print_words",
    "print_words_ruling",
    "ruling_sentence",
    "standing",
    "words_data",
]


MOST_DEFINED = 300
"""Characters of a definition that a person is shown."""


class PlayRuling(NamedTuple):
    """A play judged on a board; ``asked`` is the rule of the challenge, empty without one; ``challenge`` is None then, and where it is no matter for one.
    ``unnamed`` has the invalid words that were not named where others were.
    """

    position: Position
    lexicon: Lexicon
    text: str
    play: Play | None
    score: int | None
    words: tuple[JudgedWord, ...]
    reasons: tuple[Reason, ...]
    challenge: ChallengeRuling | None = None
    asked: str = ""
    unnamed: tuple[str, ...] = ()

    @property
    def acceptable(self) -> bool:
        """Whether the play stands."""
        return not self.reasons

    @property
    def shown(self) -> str:
        """The play as people write it."""
        if self.play is None:
            return self.text
        return format_move(self.play, self.position.rules.tiles.alphabet, self.position.board)

    @property
    def laid(self) -> tuple[str, ...]:
        """The tiles laid, as they lay on the rack."""
        if self.play is None:
            return ()
        alphabet = self.position.rules.tiles.alphabet
        return tuple(Rack([code]).text(alphabet) for code in Rack(needed_codes(self.play)))

    @property
    def fault(self) -> str:
        """Why the play cannot be made, whatever its words; empty when it can."""
        codes = {reason.code for reason in self.reasons} - {"invalid_word"}
        if not codes:
            return ""
        return "the rack does not hold its tiles" if codes == {"not_in_rack"} else "it cannot lie there"


def standing(lists: Sequence[tuple[str, bool]]) -> str:
    """In which lists a word is valid.

    >>> standing([("nwl23", True), ("csw24", False)])
    'valid in nwl23, not in csw24'
    """
    has = " and ".join(name for name, valid in lists if valid)
    lacks = " or ".join(name for name, valid in lists if not valid)
    return ", ".join(filter(None, (f"valid in {has}" if has else "", f"not in {lacks}" if lacks else "")))


def ruling_sentence(acceptable: bool) -> str:
    """What an adjudication says, and all it says."""
    return "the play is acceptable" if acceptable else "the play is not acceptable"


def _ruled_by(lexicon: Lexicon) -> str:
    return _ruling_list(lexicon).replace(" (", ", ", 1).removesuffix(")")


def _ruling_list(lexicon: Lexicon) -> str:
    """A word list as a ruling names it: name, number of words, identity."""
    return f"{str(lexicon).removesuffix(')')}, {lexicon.identity})"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _dumps(data: Any, output_format: str) -> str:
    import json

    return json.dumps(data, ensure_ascii=False, indent=1 if output_format == "json" else None) + "\n"


def judged_data(word: JudgedWord) -> dict[str, Any]:
    """A word judged as plain data."""
    data: dict[str, Any] = {"word": word.word, "valid": word.valid}
    if word.square:
        data["square"] = word.square
    if word.definition is not None:
        data["definition"] = word.definition
    for key in ("arrangement_of", "also_in", "anagrams", "near"):
        if getattr(word, key):
            data[key] = list(getattr(word, key))
    if word.lists:
        data["lists"] = [{"name": name, "valid": valid} for name, valid in word.lists]
    return data


def words_data(words: Sequence[JudgedWord], lexicon: Lexicon) -> dict[str, Any]:
    """Words judged one by one as plain data."""
    return {"schema": SCHEMA, "lexicon": lexicon_data(lexicon), "words": list(map(judged_data, words))}


def print_words(words: Sequence[JudgedWord], lexicon: Lexicon, output_format: str) -> None:
    """Print words judged one by one."""
    write = sys.stdout.write
    if output_format == "json":
        write(_dumps(words_data(words, lexicon), "json"))
    elif output_format == "jsonl":
        for word in words:
            write(_dumps({"schema": SCHEMA, "lexicon": lexicon_data(lexicon), **judged_data(word)}, "jsonl"))
    elif output_format in ("tsv", "csv"):
        out = Delimited(sys.stdout, output_format)
        out.write_all(
            [
                (word.word, "valid" if word.valid else "invalid", *filter(None, [word.square, standing(word.lists)]))
                for word in words
            ]
        )
    elif output_format == "text":
        for word in words:
            place = f" at {word.square}" if word.square else ""
            write(f"{word.word}{place} is {'valid' if word.valid else 'not'} in {_ruling_list(lexicon)}.\n")
            for line in help_lines(word):
                write(f"{_capital(line)}.\n")
    else:
        width = max(len(word.word) for word in words)
        places = max(len(word.square) for word in words)
        for word in words:
            square = f"{word.square.ljust(places)}  " if places else ""
            verdict = f"{'valid' if word.valid else 'not'} in {_ruling_list(lexicon)}"
            write(f"{word.word.ljust(width)}  {square}{verdict}\n")
            for line in help_lines(word):
                write(f"{' ' * width}  {line}\n")


def help_lines(word: JudgedWord) -> list[str]:
    """The definition, or what may help with a word that is not in the list."""
    lines = [standing(word.lists)] if word.lists else []
    lines += [f"an arrangement of {_some(word.arrangement_of)}"] if word.arrangement_of else []
    if word.definition:
        lines.append(word.definition if len(word.definition) <= MOST_DEFINED else f"{word.definition[:MOST_DEFINED]}...")
    if word.also_in:
        lines.append(f"in other lists: {', '.join(word.also_in)}")
    if word.anagrams:
        lines.append(f"anagrams: {_some(word.anagrams)}")
    if word.near:
        lines.append(f"near: {_some(word.near)}")
    return lines


def _some(words: Sequence[str], most: int = 8) -> str:
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")


def print_together(acceptable: bool, lexicon: Lexicon, output_format: str) -> None:
    """Print the ruling on a play of several words, and nothing about any one of them."""
    if output_format in ("json", "jsonl"):
        sys.stdout.write(_dumps({"schema": SCHEMA, "lexicon": lexicon_data(lexicon), "acceptable": acceptable}, output_format))
    elif output_format in ("tsv", "csv"):
        sys.stdout.write(ruling_sentence(acceptable) + "\n")
    else:
        sys.stdout.write(f"{_capital(ruling_sentence(acceptable))} ({_ruled_by(lexicon)}).\n")


def print_play_ruling(ruling: PlayRuling, output_format: str) -> None:
    """Print a play judged on a board, and the consequences of the challenge."""
    if output_format in ("json", "jsonl"):
        sys.stdout.write(_dumps(_ruling_data(ruling), output_format))
        return
    if output_format in ("tsv", "csv"):
        out = Delimited(sys.stdout, output_format)
        for word in ruling.words:
            out.write(
                [word.word, "valid" if word.valid else "invalid", word.square, *([standing(word.lists)] if word.lists else [])]
            )
        out.write(["ruling", ruling_sentence(ruling.acceptable)])
        for side, sentence in _consequences(ruling, False):
            out.write([side, sentence] if side != "score" or ruling.challenge is None else _score_row(ruling.challenge))
        return
    write = sys.stdout.write
    width = max((len(word.word) for word in ruling.words), default=0)
    places = max((len(word.square) for word in ruling.words), default=0)
    write(f"{ruling.shown}\n")
    for word in ruling.words:
        verdict = "valid" if word.valid else "not in the list"
        if word.arrangement_of:
            verdict += f", an arrangement of {_some(word.arrangement_of)}"
        if word.lists:
            verdict += f"; {standing(word.lists)}"
        write(f"  {word.word.ljust(width)}  {word.square.ljust(places)}  {verdict}\n")
    for reason in ruling.reasons:
        # of an invalid word only what helps: its verdict stands above
        _, _, hint = reason.message.partition("; ")
        if reason.code != "invalid_word" or hint:
            write(f"  {hint if reason.code == 'invalid_word' else reason.message}\n")
    why = f": {ruling.fault}" if ruling.fault else f" ({_ruled_by(ruling.lexicon)})"
    write(f"{_capital(ruling_sentence(ruling.acceptable))}{why}.\n")
    for _, sentence in _consequences(ruling, True):
        write(f"{_capital(sentence)}.\n")


def _consequences(ruling: PlayRuling, told: bool) -> list[tuple[str, str]]:
    """What follows of a challenge, each as a word that names it and a sentence; ``told`` says that the reasons stand elsewhere."""
    if not ruling.asked:
        return []
    if ruling.challenge is None:
        again = ruling.position.rules.settings["open_dictionary"] or ruling.asked == "void"
        hint = (
            "the player takes the tiles back and tries again"
            if again
            else "see whether the move is typed as it lies on the table"
        )
        sentence = f"that is no matter for a challenge, which is about words; {hint}"
        if told:
            return [("rule", sentence)]
        reasons = "; ".join(reason.message for reason in ruling.reasons if reason.code != "invalid_word")
        return [("rule", f"{ruling.fault} ({reasons}): {sentence}")]
    lines = []
    if ruling.unnamed:
        others = f": {_listed(ruling.unnamed)} not in {ruling.lexicon.name}" if ruling.words else ""
        lines.append(("judged", f"all words of the play are judged, also those not named{others}"))
    return lines + consequences(ruling.challenge, ruling.laid, ruling.position.scores)


def _listed(words: Sequence[str]) -> str:
    """Words as the subject of a sentence, with its verb."""
    return f"{', '.join(words)} {'is' if len(words) == 1 else 'are'}"


def _score_row(ruling: ChallengeRuling) -> list[str]:
    """What the scores become, or change by; that of the player is left out where nobody has said what the play scores."""
    known = ruling.score is not None or not ruling.outcome.acceptable
    return ["score", str(ruling.scores[0]) if known else "", str(ruling.scores[1])]


def print_words_ruling(
    words: Sequence[JudgedWord], acceptable: bool, lexicon: Lexicon, ruling: ChallengeRuling, output_format: str
) -> None:
    """Print the ruling on a play of which nothing but words is known, and the consequences of the challenge."""
    if output_format in ("json", "jsonl"):
        data = {"schema": SCHEMA, "lexicon": lexicon_data(lexicon), "words": list(map(judged_data, words))}
        more = {"acceptable": acceptable, "score": ruling.score, "challenge": challenge_data(ruling, None)}
        sys.stdout.write(_dumps(data | more, output_format))
        return
    if words:
        print_words(words, lexicon, output_format)
    lines = consequences(ruling, ())
    if output_format in ("tsv", "csv"):
        out = Delimited(sys.stdout, output_format)
        out.write(["ruling", ruling_sentence(acceptable)])
        for side, sentence in lines:
            out.write([side, sentence] if side != "score" else _score_row(ruling))
        return
    print_together(acceptable, lexicon, output_format)
    for _, sentence in lines:
        sys.stdout.write(f"{_capital(sentence)}.\n")


def _ruling_data(ruling: PlayRuling) -> dict[str, Any]:
    position = ruling.position
    return {
        "schema": SCHEMA,
        "position": position_data(position.board, position.rack, position.rules, ruling.lexicon),
        "move": ruling.text if ruling.play is None else format_move(ruling.play, position.rules.tiles.alphabet),
        "score": ruling.score,
        "words": list(map(judged_data, ruling.words)),
        "acceptable": ruling.acceptable,
        "reasons": list(map(reason_data, ruling.reasons)),
        "challenge": None if ruling.challenge is None else challenge_data(ruling.challenge, "".join(ruling.laid)),
    }


_BIG = {
    "A": (" ### ", "#   #", "#####", "#   #", "#   #"),
    "B": ("#### ", "#   #", "#### ", "#   #", "#### "),
    "C": (" ####", "#    ", "#    ", "#    ", " ####"),
    "E": ("#####", "#    ", "#### ", "#    ", "#####"),
    "L": ("#    ", "#    ", "#    ", "#    ", "#####"),
    "N": ("#   #", "##  #", "# # #", "#  ##", "#   #"),
    "O": (" ### ", "#   #", "#   #", "#   #", " ### "),
    "P": ("#### ", "#   #", "#### ", "#    ", "#    "),
    "T": ("#####", "  #  ", "  #  ", "  #  ", "  #  "),
}


def big_ruling(acceptable: bool) -> str:
    """The ruling in letters that can be read from across a table."""
    lines = []
    for word in ("ACCEPTABLE",) if acceptable else ("NOT", "ACCEPTABLE"):
        lines += ["  ".join(_BIG[letter][row] for letter in word).rstrip() for row in range(5)] + [""]
    return "\n".join(lines)
