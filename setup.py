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
from scrabblecli._compiled import TWINS, source_checksum  # noqa: E402 - the path must be set first

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": False,
}


def compiled_copy(twin: str) -> Path:
    """Write what a twin is compiled from: its sources as one, with the real cython module and their checksum."""
    sources = [HERE.joinpath(*name.split(".")).with_suffix(".py").read_bytes().replace(b"\r\n", b"\n") for name in TWINS[twin]]
    parts = ["from __future__ import annotations\n\nimport cython\n\n", f"SOURCE_CHECKSUM = {source_checksum(sources)}\n"]
    left_out = {"from __future__ import annotations", "from scrabblecli import _cython_shim as cython"}
    for name, source in zip(TWINS[twin], sources, strict=True):
        lines = source.decode("utf-8").split("\n")
        if not left_out <= set(lines):
            raise SystemExit(f"{name}: expected the lines {sorted(left_out)}")
        siblings = tuple(f"from {sibling} import " for sibling in TWINS[twin])
        parts += [line + "\n" for line in lines if line not in left_out and not line.startswith(siblings)]
    text = "".join(parts)
    copy = HERE / "build" / "kernels" / f"{twin.rpartition('.')[2]}.py"
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
    for twin in TWINS:
        source = compiled_copy(twin).relative_to(HERE)
        wanted.append(
            Extension(
                twin,
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
        for name in ("enable.txt", "enable.leaves", "enable.wins"):
            shutil.copyfile(source.with_name(name), data / name)
        write_packaged(str(source), str(data / "enable.graph"))


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython})
