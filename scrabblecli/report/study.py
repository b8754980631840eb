"""What a quiz about words shows, what has been learnt, and lists by probability."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from scrabblecli.lexicon.boxes import WAITS, BoxCount, Card
from scrabblecli.lexicon.graph import Lexicon
from scrabblecli.lexicon.lookup import hooks_of
from scrabblecli.lexicon.probability import DrawnLetters
from scrabblecli.lexicon.quiz import KINDS, Question
from scrabblecli.plain import printable
from scrabblecli.report.cards import print_cards_of
from scrabblecli.report.data import SCHEMA, lexicon_data
from scrabblecli.report.delimited import Delimited
from scrabblecli.report.listing import json_text, print_listing, print_records
from scrabblecli.report.sentences import count_of

__all__ = ["Answered", "StudyWriter", "print_probabilities", "print_probability_cards", "print_progress"]

ANSWER_FIELDS = ("number", "kind", "question", "typed", "answer", "right", "box", "due")
_ASKS = {
    "anagrams": "Which words are made of {}?",
    "hooks": "Which letters make another word before or behind {}?",
    "valid": "Is {} a word?",
}
_HELP = {
    "anagrams": "Type every word, with spaces between them.",
    "hooks": "Type the letters before the word, a dash, those behind it: BCF - S, or - alone for none.",
    "valid": "Type y or n.",
}
_ALWAYS = "Enter: you do not know. quit: the result so far."


class Answered(NamedTuple):
    """A question with what was typed; ``card`` is what is kept of it, None where nothing is."""

    question: Question
    typed: str
    right: bool
    card: Card | None


class StudyWriter:
    """Writes a quiz as it goes: ``table`` or ``text`` for people, ``tsv``, ``csv``, ``json`` or ``jsonl`` (an answer a line).

    ``asks`` says that a person answers, who then sees the questions on standard error where standard output is for data.
    """

    def __init__(
        self, output_format: str, header: bool, asks: bool, kind: str, lexicon: Lexicon, seed: int, today: int, total: int
    ) -> None:
        self._format = output_format
        self._asks = asks
        self._kind = kind
        self._lexicon = lexicon
        self._seed = seed
        self._today = today
        self._total = total
        self._kept: list[Answered] = []
        self.for_people = output_format in ("table", "text")
        self._out = Delimited(sys.stdout, output_format) if output_format in ("tsv", "csv") else None
        if self._out is not None and header:
            self._out.write(ANSWER_FIELDS)

    def ask(self, question: Question) -> None:
        """Ask a question."""
        self._say(f"{len(self._kept) + 1} of {self._total}: {_ASKS[self._kind].format(question.text)}")

    def help(self) -> None:
        """Say what may be typed."""
        self._say(f"{_HELP[self._kind]} {_ALWAYS}")

    def problem(self, message: str) -> None:
        """Say why an answer was not taken."""
        self._say(message)

    def answer(self, answered: Answered) -> None:
        """Show whether an answer was right, and what is."""
        self._kept.append(answered)
        data = self._data(len(self._kept), answered)
        if self._out is not None:
            values = (data[field] for field in ANSWER_FIELDS)
            self._out.write(
                ["" if value is None else str(value).lower() if isinstance(value, bool) else str(value) for value in values]
            )
        elif self._format == "jsonl":
            sys.stdout.write(json_text({"schema": SCHEMA, **data}, "jsonl"))
        sys.stdout.flush()
        self._say(self._sentence(answered))

    def end(self) -> None:
        """Show the result."""
        if self._format == "json":
            answers = [self._data(number, answered) for number, answered in enumerate(self._kept, start=1)]
            head = {"schema": SCHEMA, "lexicon": lexicon_data(self._lexicon), "kind": self._kind, "seed": self._seed}
            right = sum(answered.right for answered in self._kept)
            sys.stdout.write(json_text({**head, "asked": len(answers), "right": right, "answers": answers}, "json"))
        self._say(self.result())

    def result(self) -> str:
        """The result in a sentence."""
        if not self._kept:
            return "Nothing was answered."
        right = sum(answered.right for answered in self._kept)
        text = f"{right} of {count_of(len(self._kept), 'answer')} right, {100 * right / len(self._kept):.0f} %."
        again = sum(answered.card is not None and answered.card.due <= self._today for answered in self._kept)
        return f"{text} {count_of(again, 'card')} due again at once." if again else text

    def _say(self, line: str) -> None:
        if self.for_people or self._asks:
            stream = sys.stdout if self.for_people else sys.stderr
            stream.write(f"{printable(line)}\n")
            stream.flush()

    def _sentence(self, answered: Answered) -> str:
        question, card = answered.question, answered.card
        if self._kind == "valid":
            text = f"{question.text} is {'' if question.answer == 'yes' else 'not '}in {self._lexicon.name}."
        else:
            text = f"{question.text}: {question.answer}."
        text = f"{'Right' if answered.right else 'Wrong' if answered.typed else 'No answer'}. {text}"
        if card is None:
            return text
        wait = card.due - self._today
        when = "at once" if wait <= 0 else "tomorrow" if wait == 1 else f"in {wait} days"
        return f"{text} Box {card.box}, again {when}."

    def _data(self, number: int, answered: Answered) -> dict[str, Any]:
        card = answered.card
        return {
            "number": number,
            "kind": answered.question.kind,
            "question": answered.question.text,
            "typed": answered.typed,
            "answer": answered.question.answer,
            "right": answered.right,
            "box": None if card is None else card.box,
            "due": None if card is None else date.fromordinal(card.due).isoformat(),
        }


def print_progress(counts: Sequence[BoxCount], lexicon: Lexicon, output_format: str, color: str, header: bool) -> None:
    """Print how many cards are in each box, and how many are due."""
    records = [{**count._asdict(), "waits": WAITS[count.box - 1]} for count in counts]
    sentences = [
        f"{count.kind.capitalize()}, box {count.box}: {count_of(count.cards, 'card')}, {count.due} due." for count in counts
    ]
    if not counts:
        sentences = [f"Nothing of {lexicon.name} was asked yet."]
    if print_records("boxes", records, sentences, output_format, {"schema": SCHEMA, "lexicon": lexicon_data(lexicon)}):
        return
    order = sorted(counts, key=lambda count: (KINDS.index(count.kind), count.box))
    rows = [[count.kind, str(count.box), str(WAITS[count.box - 1]), str(count.cards), str(count.due)] for count in order]
    columns = (
        ["Kind", "Box", "Waits (days)", "Cards", "Due"] if output_format == "table" else ["kind", "box", "waits", "cards", "due"]
    )
    print_listing(columns, rows, output_format, color, header)


PROBABILITY_FIELDS = ("rank", "letters", "words", "ways", "probability")


def print_probabilities(drawn: Sequence[DrawnLetters], lexicon: Lexicon, output_format: str, color: str, header: bool) -> None:
    """Print letters with their words, how many ways there are to draw them, and how likely that is."""
    text = lexicon.alphabet.word_text
    records = [
        {
            "rank": each.rank,
            "letters": text(each.letters),
            "words": [text(word) for word in each.words],
            "ways": each.ways,
            "probability": each.probability,
        }
        for each in drawn
    ]
    sentences = [
        f"{each.rank}. {text(each.letters)}: {', '.join(map(text, each.words))}; {_odds(each)}." for each in drawn
    ]  # fmt: skip
    if print_records("letters", records, sentences, output_format, {"schema": SCHEMA, "lexicon": lexicon_data(lexicon)}):
        return
    rows = [
        [str(each.rank), text(each.letters), ",".join(map(text, each.words)), str(each.ways), f"{each.probability:.3g}"]
        for each in drawn
    ]
    if output_format == "table":
        rows = [[rank, letters, f"{ways:>13}", odds, words.replace(",", ", ")] for rank, letters, words, ways, odds in rows]
        print_listing(["Rank", "Letters", "         Ways", "Probability", "Words"], rows, output_format, color, header)
    else:
        print_listing(PROBABILITY_FIELDS, rows, output_format, color, header)


def _odds(drawn: DrawnLetters) -> str:
    return f"once in {1 / drawn.probability:,.0f} draws" if drawn.probability else "never drawn"


def print_probability_cards(drawn: Sequence[DrawnLetters], lexicon: Lexicon, output_format: str, header: bool) -> None:
    """Print a card for each: letters in front, every word of them behind, with hooks."""
    text = lexicon.alphabet.word_text

    def word_with_hooks(word: bytes) -> str:
        hooks = hooks_of(lexicon, word)
        around = " ".join(filter(None, (text(hooks.front), "-", text(hooks.back))))
        return text(word) if around == "-" else f"{text(word)} ({around})"

    print_cards_of(((text(each.letters), "; ".join(map(word_with_hooks, each.words))) for each in drawn), output_format, header)
