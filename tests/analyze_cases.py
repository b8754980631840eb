"""The moves whose analyses are frozen in tests/golden/analyze-*.txt, each read before it was."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CASES", "AnalyzeCase"]

EMPTY = "15/" * 14 + "15"
VAULT = "15/15/15/15/15/15/15/3VAULT7/4INIA7/15/15/15/15/15/15"
AVIATOR = "15/15/15/15/15/15/2H2FILE6/2AVIATOR6/2V12/1WOG11/2C12/15/15/15/15"
ADIPOSE = "5ADIPOSE3/1LAITY4E4/6UNGUARD2/10B4/10O4/8NOON3/10t1L2/6FUB1SHEND/8I3F2/8R3T2/8L3I2/7WEARIsH1/7E1D2M2/7P1Z2SEC/7T7"
MAGNET = "3M11/3A11/3G11/3N11/3E11/3T11/3I1F1MAW5/3COOPED6/5Z2R6/5Y2O6/8IT5/8TI5/8ES5/8R6/15"
SEVEN = (
    "LIMY3P7/3O3E6U/SHOGS2E6T/W2I1D1V6I/ELONGATE6L/E3UH8I/P3N9S/YA2BAWTIE1JOKE/1N2O3FRIER1D/1G2AX4FACT1/1U2TI5N3/MI9SI2/EN10Z2/"
    "NE10A2/O11R2"
)
OUT = (
    "1L5S6A/1OF4U1P4C/2AL3QAT1OKEH/2XI5E4E/3Z5REDYED/2VANG3I1OAF1/3R2MAWN1OW2/3DUROS1SAMPAN/4N5I3E/3BI5R3T/3UT2N2I3T/3BI1LITTEN2I/"
    "4V2E2R3n/AGReED1C6G/HOE4E3JOYS"
)
SLIPS = (
    "6AVOS5/9UN4/6DIORAmA2/6U2M1U3/4WOP2I1JEW1/4OF1DOS1I1H1/4M4ELK1ID/4BEAU1DE2TO/4I5G3T/1GONEF3QAT3/3AR5L4/3V11/2BYE5GAIT1/"
    "2R1REX1AZAN3/1COwSLIPS1YENTE"
)
AX = "15/15/15/15/15/15/15/7AT6/7X7/15/15/15/15/15/15"
ONE_LEFT = "LIMY3P7/3O3E6U/SHOGS2E6T/W2I1D1V6I/ELONGATE6L/E3UH8I/P3N9S/YA2BAWTIE1JOKE/1N2O3FRIER1D/1G2AX4FACT1/1U2TI5N3/MI9SI2/EN10Z2/NE10A2/O2CARATED2R2"


class AnalyzeCase(NamedTuple):
    """One analysis: the board as CGP, the rack, the moves, and further options."""

    name: str
    board: str
    rack: str
    moves: tuple[str, ...]
    options: tuple[str, ...] = ()


CASES = (
    AnalyzeCase("best-bingo", VAULT, "ABENRST", ("E4 ABST(AI)NER",)),
    AnalyzeCase("second-bingo", VAULT, "ABENRST", ("I2 BANTERS",)),
    AnalyzeCase("missed-bingo", VAULT, "ABENRST", ("G8 LIB",)),
    AnalyzeCase("bingo-missed-for-points", VAULT, "ABENRST", ("F7 BUN",)),
    AnalyzeCase("exchange-instead-of-bingo", VAULT, "ABENRST", ("exch B",)),
    AnalyzeCase("phony-bingo", VAULT, "ABENRST", ("10B BANTSER",)),
    AnalyzeCase("phony-short", VAULT, "ABENRST", ("F7 AUN",)),
    AnalyzeCase("q-kept", AVIATOR, "DEEFIOQ", ("9A DOVE",)),
    AnalyzeCase("two-e-kept", AVIATOR, "DEEFIOQ", ("11C COIF",)),
    AnalyzeCase("q-best", AVIATOR, "DEEFIOQ", ("11C COIFED",)),
    AnalyzeCase("ugly-rack-exchange-best", AVIATOR, "IIOUUNW", ("exch IIOUUNW",)),
    AnalyzeCase("ugly-rack-wrong-exchange", AVIATOR, "IIOUUNW", ("exch IU",)),
    AnalyzeCase("ugly-rack-pass", AVIATOR, "IIOUUNW", ("pass",)),
    AnalyzeCase("blank-bingo", AVIATOR, "AENRST?", ("J2 ANThERS",)),
    AnalyzeCase("blank-wasted", AVIATOR, "AENRST?", ("9A NAVe",)),
    AnalyzeCase("no-play-opening-pass", EMPTY, "FFGKMVW", ("pass",)),
    AnalyzeCase("no-play-opening-exchange", EMPTY, "FFGKMVW", ("exch FFGKVW",)),
    AnalyzeCase("opening-best", EMPTY, "AEINQRU", ("8D QUIRE",)),
    AnalyzeCase("opening-worse-place", EMPTY, "AEINQRU", ("8H QUIRE",)),
    AnalyzeCase("opening-vowels", EMPTY, "AEINQRU", ("8F QUA",)),
    AnalyzeCase("opening-two-blanks", EMPTY, "CEGXZ??", ("8G ZAX",)),
    AnalyzeCase("opening-blank-spent", EMPTY, "CEGXZ??", ("8H ZaX",)),
    AnalyzeCase("opening-off-centre", EMPTY, "AEINQRU", ("9D QUIRE",)),
    AnalyzeCase("late-nearly-best", ADIPOSE, "AIOQRUV", ("15D QUOI(T)",)),
    AnalyzeCase("late-equity-over-points", ADIPOSE, "AIOQRUV", ("C2 AQUA",)),
    AnalyzeCase("s-spent", MAGNET, "ABEKNST", ("1C EMBANKS",)),
    AnalyzeCase("s-kept", MAGNET, "ABEKNST", ("1C EMBANK",)),
    AnalyzeCase("several-moves", MAGNET, "ABEKNST", ("1C EMBANK", "K5 BANK", "exch BK")),
    AnalyzeCase("esses-spent", MAGNET, "IISSUUV", ("K5 VIS",)),
    AnalyzeCase("exchange-seven-in-bag", SEVEN, "BDELRUV", ("exch UV",)),
    AnalyzeCase("top-score-not-best", SEVEN, "BDELRUV", ("L4 BLUE.....",)),
    AnalyzeCase("going-out", OUT, "IO", ("G10 OIL",)),
    AnalyzeCase("not-going-out", OUT, "IO", ("10D BIO",)),
    AnalyzeCase("pass-with-an-empty-bag", OUT, "IO", ("pass",)),
    AnalyzeCase("exchange-with-an-empty-bag", OUT, "IO", ("exch I",)),
    AnalyzeCase("empty-bag-slow", SLIPS, "EEILNRT", ("9M LET",)),
    AnalyzeCase("one-tile-typed-down", AX, "I", ("I8 TI",)),
    AnalyzeCase("not-on-the-rack", AX, "I", ("9H XO",)),
    AnalyzeCase("small-model", VAULT, "ABENRST", ("I2 BANTERS",), ("--rules", "wwf", "--lexicon", "enable")),
    AnalyzeCase("left-as-a-phony", MAGNET, "ABEKNST", ("1C EMBANKTS",)),
)
