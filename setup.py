"""Compiles the kernels where there is a compiler, and puts ENABLE's word graph into the package.

Everything else about the package stands in pyproject.toml. Without a compiler, or without Cython, the package installs
all the same and runs the kernels as plain Python; its wheel says so by its name.

With SOURCE_DATE_EPOCH in the environment the same sources make the same archives, byte by byte, in any folder.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import sys
import sysconfig
import tarfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

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
STABLE_ABI = (
    sys.implementation.name == "cpython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
    and os.environ.get("SCRABBLECLI_STABLE_ABI") != "0"
)
"""Whether one compiled kernel serves CPython 3.11 and all that come after it; else, or where it is not wanted, each Python has its own."""


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
                define_macros=[("Py_LIMITED_API", "0x030b0000")] if STABLE_ABI else [],
                extra_compile_args=["/O2"] if windows else ["-O3", "-fwrapv"],
                extra_link_args=[] if windows or sys.platform == "darwin" else ["-Wl,--strip-all"],
            )
        )
    made: list[Extension] = cythonize(wanted, compiler_directives=DIRECTIVES, quiet=True)
    for extension in made:
        # cythonize() drops these; without the first, no compiler would mean no installation
        extension.optional = not required
        extension.py_limited_api = STABLE_ABI
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

    def copy_extensions_to_source(self) -> None:
        """Put the kernels beside their sources, and delete those of other kinds: Python would load them first."""
        super().copy_extensions_to_source()
        for twin in TWINS:
            made = HERE / self.get_ext_filename(twin)
            others = {made.with_name(twin.rpartition(".")[2] + suffix) for suffix in EXTENSION_SUFFIXES} - {made}
            for other in others if made.exists() else ():
                other.unlink(missing_ok=True)


class BuildPython(build_py):
    """Adds the graph of ENABLE to the package, and what has been learnt with it."""

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
        for name in ("enable.leaves", "enable.wins"):
            shutil.copyfile(source.with_name(name), data / name)
        write_packaged(str(source), str(data / "enable.graph"))
        self.distribution.data_files = manual_pages()


def manual_pages() -> list[tuple[str, list[str]]]:
    """Write the manual pages; the folders that they are installed into. None where what the commands need is missing, as only outside pip can be."""
    try:
        import click

        from scrabblecli.cli import scrabblecli
        from scrabblecli.cli.manual import manual_pages
    except ImportError as error:
        print(f"no manual pages ({error})", file=sys.stderr)
        return []
    made = Path("build", "manual")
    shutil.rmtree(HERE / made, ignore_errors=True)
    folders: dict[str, list[str]] = {}
    for name, text in manual_pages(click.Context(scrabblecli, info_name="scrabblecli")):
        page = made / name
        (HERE / made).mkdir(parents=True, exist_ok=True)
        (HERE / page).write_text(text, encoding="ascii", newline="\n")
        folders.setdefault(f"share/man/man{page.suffix[1:]}", []).append(page.as_posix())
    return list(folders.items())


class Wheel(bdist_wheel):
    """A wheel that is named after what is in it."""

    def finalize_options(self) -> None:
        """Tell that the kernels keep to the stable ABI."""
        if STABLE_ABI:
            self.py_limited_api = "cp311"
        super().finalize_options()

    def run(self) -> None:
        """Build, see whether a kernel came of it, and pack."""
        self.run_command("build")
        built = Path(self.get_finalized_command("build_ext").build_lib)
        if not any(list(built.glob(f"{twin.replace('.', '/')}.*")) for twin in TWINS):
            self.distribution.ext_modules = []
            self.root_is_pure = True
        super().run()

    def write_wheelfile(self, wheelfile_base: str, **extra: str) -> None:
        """Write the last file, and give all of them the modes that they have whatever the user's umask is."""
        super().write_wheelfile(wheelfile_base, **extra)
        for path in Path(self.bdist_dir).rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.name.endswith(tuple(EXTENSION_SUFFIXES)) else 0o644)


class SourceDistribution(sdist):
    """A source distribution without traces of who made it, where and when."""

    def make_archive(
        self, base_name: str, format: str, root_dir: str | None = None, base_dir: str | None = None, **_owner: object
    ) -> str:
        """Pack a folder, as a .tar.gz only."""
        if format != "gztar" or base_dir is None:
            raise SystemExit(f"{format}: source distributions are gztar")
        date = os.environ.get("SOURCE_DATE_EPOCH")
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path in sorted(Path(base_dir).rglob("*")):
                if path.is_file():
                    entry = tarfile.TarInfo(path.as_posix())
                    entry.size = path.stat().st_size
                    entry.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                    entry.mtime = int(date or path.stat().st_mtime)
                    archive.addfile(entry, io.BytesIO(path.read_bytes()))
        made = Path(f"{base_name}.tar.gz")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(gzip.compress(packed.getvalue(), mtime=int(date) if date else None))
        return str(made)


setup(
    ext_modules=extensions(),
    cmdclass={
        "bdist_wheel": Wheel,
        "build_ext": BuildExtensions,
        "build_py": BuildPython,
        "sdist": SourceDistribution,
    },
)
