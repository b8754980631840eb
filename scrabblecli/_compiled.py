"""Chooses between the compiled twin of the kernels and their plain Python sources.

A twin is compiled from one or more sources that belong together, so that they call each other as fast as themselves, and
holds the checksum of them. It is used when it is there and was made from the sources that lie beside it; a stale one is
left alone. With ``SCRABBLECLI_PURE`` set in the environment the sources are used, with ``SCRABBLECLI_REQUIRE_COMPILED`` a
missing or stale twin is an error.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from zlib import crc32

__all__ = ["TWINS", "kernel_state", "load_kernel", "source_checksum", "twin_of"]

TWINS = {
    "scrabblecli.engine._kernel": (
        "scrabblecli.engine.values",
        "scrabblecli.engine.kernel",
        "scrabblecli.engine.selfplay",
        "scrabblecli.engine.rollouts",
        "scrabblecli.engine.endgame",
    ),
    "scrabblecli.lexicon._builder": ("scrabblecli.lexicon.builder",),
    "scrabblecli.lexicon._walker": ("scrabblecli.lexicon.walker",),
}
"""The compiled modules, and the sources of each in the order in which they build on each other."""
_HERE = os.path.dirname(os.path.abspath(__file__))


def source_checksum(sources: Iterable[bytes]) -> int:
    """The checksum of a twin's sources, whatever their line ends."""
    checksum = 0
    for source in sources:
        checksum = crc32(source.replace(b"\r\n", b"\n"), checksum)
    return checksum | 1


def twin_of(name: str) -> str:
    """The compiled module that a kernel is part of; raises StopIteration for a module that is no kernel."""
    return next(twin for twin, sources in TWINS.items() if name in sources)


def _twin(name: str) -> tuple[ModuleType | None, str]:
    """A compiled module if it may be used, and how things stand."""
    try:
        twin = import_module(name)
    except ImportError:
        return None, "not compiled"
    sources = []
    for source in TWINS[name]:
        with open(os.path.join(_HERE, *source.split(".")[1:]) + ".py", "rb") as stream:
            sources.append(stream.read())
    if source_checksum(sources) != twin.SOURCE_CHECKSUM:
        return None, "compiled from another version of the source, not used"
    return twin, "compiled"


def load_kernel(name: str) -> ModuleType:
    """The module to use for a kernel: compiled where possible.

    Raises ImportError when ``SCRABBLECLI_REQUIRE_COMPILED`` is set and there is no fresh compiled twin.
    """
    if not os.environ.get("SCRABBLECLI_PURE"):
        found, state = _twin(twin_of(name))
        if found is not None:
            return found
        if os.environ.get("SCRABBLECLI_REQUIRE_COMPILED"):
            raise ImportError(f"{twin_of(name)} is {state}, and SCRABBLECLI_REQUIRE_COMPILED is set")
    return import_module(name)


def kernel_state() -> str:
    """How the kernels run, for ``--version``."""
    if os.environ.get("SCRABBLECLI_PURE"):
        return "uncompiled kernel (SCRABBLECLI_PURE is set)"
    states = {_twin(name)[1] for name in TWINS}
    if states == {"compiled"}:
        return "compiled kernel"
    return f"uncompiled kernel ({', '.join(sorted(states - {'compiled'}))})"
