"""Compiles the kernels where there is a compiler, and puts ENABLE's word graph into the package.

Everything else about the package stands in pyproject.toml. Without a compiler, or without Cython, the package installs
all the same and runs the kernels as plain Python.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from scrabblecli._compiled import KERNELS, source_checksum  # noqa: E402 - the path must be set first

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": False,
}


def compiled_copy(name: str) -> Path:
    """Write the copy of a kernel that is compiled: the real cython module, and the checksum of the source."""
    module = name.rpartition(".")[2]
    source = HERE.joinpath(*name.split(".")).with_suffix(".py").read_bytes().replace(b"\r\n", b"\n")
    text = source.decode("utf-8")
    for old, new in (
        ("from scrabblecli import _cython_shim as cython\n", "import cython\n"),
        ("SOURCE_CHECKSUM = 0 ", f"SOURCE_CHECKSUM = {source_checksum(source)} "),
    ):
        if text.count(old) != 1:
            raise SystemExit(f"{name}: expected the line {old.strip()!r} once")
        text = text.replace(old, new)
    copy = HERE / "build" / "kernels" / f"_{module}.py"
    copy.parent.mkdir(parents=True, exist_ok=True)
    if not copy.exists() or copy.read_text(encoding="utf-8") != text:
        copy.write_text(text, encoding="utf-8", newline="\n")
    return copy


def extensions() -> list[Extension]:
    """The compiled twins of the kernels, optional unless SCRABBLECLI_REQUIRE_COMPILED is set."""
    required = bool(os.environ.get("SCRABBLECLI_REQUIRE_COMPILED"))
    try:
        from Cython.Build import cythonize
    except ImportError:
        if required:
            raise
        return []
    windows = os.name == "nt"
    wanted = []
    for name in KERNELS:
        package, _, module = name.rpartition(".")
        source = compiled_copy(name).relative_to(HERE)
        wanted.append(
            Extension(
                f"{package}._{module}",
                [source.as_posix()],
                extra_compile_args=["/O2"] if windows else ["-O3", "-fwrapv"],
                extra_link_args=[] if windows or sys.platform == "darwin" else ["-Wl,--strip-all"],
            )
        )
    made: list[Extension] = cythonize(wanted, compiler_directives=DIRECTIVES, quiet=True)
    for extension in made:
        # cythonize() drops the flag; without it, no compiler would mean no installation
        extension.optional = not required
    return made


class BuildExtensions(build_ext):
    """Builds the kernels, and falls back for every reason a compiler can fail."""

    def run(self) -> None:
        """Build; when nothing works and it is allowed, install without."""
        try:
            super().run()
        except Exception as error:
            if os.environ.get("SCRABBLECLI_REQUIRE_COMPILED"):
                raise
            print(f"the kernels are not compiled ({error}): plain Python is used", file=sys.stderr)


class BuildPython(build_py):
    """Adds ENABLE and its graph to the package."""

    def run(self) -> None:
        """Build the modules, then the word graph with the modules themselves."""
        if not self.editable_mode:
            # what an earlier build left behind would be packed along
            shutil.rmtree(Path(self.build_lib) / "scrabblecli", ignore_errors=True)
        super().run()
        package = HERE / "scrabblecli" if self.editable_mode else Path(self.build_lib) / "scrabblecli"
        data = package / "data"
        data.mkdir(parents=True, exist_ok=True)
        # modules are built before extensions: the graph builder runs uncompiled here
        os.environ["SCRABBLECLI_PURE"] = "1"
        from scrabblecli.lexicon.cache import write_packaged

        source = HERE / "wordlists" / "enable.txt"
        shutil.copyfile(source, data / "enable.txt")
        write_packaged(str(source), str(data / "enable.graph"))


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython})
