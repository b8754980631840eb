"""Chooses between a kernel's compiled twin and its plain Python source.

The kernel ``package.module`` is compiled to ``package._module`` from a copy that holds the checksum of its source. The
twin is used when it is there and was made from the source that lies beside it; a stale one is left alone. With
``SCRABBLECLI_PURE`` set in the environment the source is used, with ``SCRABBLECLI_REQUIRE_COMPILED`` a missing or stale
twin is an error.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from zlib import crc32

__all__ = ["KERNELS", "kernel_state", "load_kernel", "source_checksum"]

KERNELS = ("scrabblecli.engine.kernel", "scrabblecli.lexicon.builder")
_HERE = os.path.dirname(os.path.abspath(__file__))


def source_checksum(source: bytes) -> int:
    """The checksum of a kernel's source, whatever its line ends."""
    return crc32(source.replace(b"\r\n", b"\n")) | 1


def _twin(name: str) -> tuple[ModuleType | None, str]:
    """The compiled twin of a kernel that may be used, and how things stand."""
    package, _, module = name.rpartition(".")
    try:
        twin = import_module(f"{package}._{module}")
    except ImportError:
        return None, "not compiled"
    with open(os.path.join(_HERE, *name.split(".")[1:]) + ".py", "rb") as stream:
        source = stream.read()
    if source_checksum(source) != twin.SOURCE_CHECKSUM:
        return None, "compiled from another version of the source, not used"
    return twin, "compiled"


def load_kernel(name: str) -> ModuleType:
    """The module to use for a kernel: compiled where possible.

    Raises ImportError when ``SCRABBLECLI_REQUIRE_COMPILED`` is set and there is no fresh compiled twin.
    """
    if not os.environ.get("SCRABBLECLI_PURE"):
        twin, state = _twin(name)
        if twin is not None:
            return twin
        if os.environ.get("SCRABBLECLI_REQUIRE_COMPILED"):
            raise ImportError(f"{name} is {state}, and SCRABBLECLI_REQUIRE_COMPILED is set")
    return import_module(name)


def kernel_state() -> str:
    """How the kernels run, for ``--version``."""
    if os.environ.get("SCRABBLECLI_PURE"):
        return "uncompiled kernel (SCRABBLECLI_PURE is set)"
    states = {_twin(name)[1] for name in KERNELS}
    if states == {"compiled"}:
        return "compiled kernel"
    return f"uncompiled kernel ({', '.join(sorted(states - {'compiled'}))})"
