"""Checks the links of all documents: inside the project always, to other sites with --online.

usage: python docs/links.py [--online]

A link inside must lead to a file or folder that exists, and its #anchor to a heading. Without --online links to other sites are
only listed; with it each is asked for once, and its status is told. The exit status is 1 when a link leads nowhere.
"""

from __future__ import annotations

import sys
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

from documents import ROOT, anchors, documents, links

__all__ = ["broken", "outward"]


def broken(path: Path) -> list[str]:
    """What is wrong with the inner links of a document."""
    faults = []
    for link in links(path.read_text(encoding="utf-8")):
        address = urlsplit(link.target)
        if address.scheme:
            continue
        target = path.parent / unquote(address.path) if address.path else path
        if not target.exists() or not target.resolve().is_relative_to(ROOT.resolve()):
            faults.append(f"{path.name}:{link.line}: {link.target}: no such file")
        elif address.fragment and (
            target.suffix != ".md" or unquote(address.fragment) not in anchors(target.read_text(encoding="utf-8"))
        ):
            faults.append(f"{path.name}:{link.line}: {link.target}: no such heading")
    return faults


def outward() -> list[str]:
    """Every address outside the project that a document leads to."""
    found = {link.target for path in documents() for link in links(path.read_text(encoding="utf-8"))}
    return sorted(target for target in found if urlsplit(target).scheme in ("http", "https"))


def answer(address: str) -> str:
    """What a site answers: its status, or why there is none."""
    request = urllib.request.Request(address, headers={"User-Agent": "scrabblecli-docs"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return str(response.status)
    except urllib.error.HTTPError as error:
        return str(error.code)
    except OSError as error:
        return str(error)


def main() -> int:
    """Check the links and print what is wrong."""
    faults = [fault for path in documents() for fault in broken(path)]
    print(*faults, sep="\n", end="\n" if faults else "")
    lost = 0
    for address in outward():
        status = answer(address) if "--online" in sys.argv[1:] else "-"
        lost += status not in ("200", "-")
        print(f"{status}\t{address}")
    return int(bool(faults or lost))


if __name__ == "__main__":
    sys.exit(main())
