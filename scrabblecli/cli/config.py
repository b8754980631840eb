"""``scrabblecli config``."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

import click

from scrabblecli.cli.defaults import KEYS, configuration_file, configured, rule_settings
from scrabblecli.cli.helping import QuickCommand, QuickGroup
from scrabblecli.cli.options import color_option, format_option, header_option, quiet_option
from scrabblecli.cli.session import chosen_format
from scrabblecli.cli.status import ExitStatus
from scrabblecli.plain import printable
from scrabblecli.rules.settings import value_text

__all__ = ["command"]

_FORMATS = ("table", "tsv", "csv", "json", "jsonl", "text")
SCHEMA = 1


class _Entry(NamedTuple):
    """A key, its value, and where that comes from: ``default``, a variable, or the path of the file."""

    key: str
    value: object
    source: str
    kind: str


@click.group("config", cls=QuickGroup, later=dict.fromkeys(("set", "unset"), "scrabblecli.cli.config_change"))
def command() -> None:
    """Defaults of your own: what they are, where they come from, and how they are changed.

    They stand in scrabblecli.toml in your configuration folder, or in the file that SCRABBLECLI_CONFIG names, and in environment
    variables such as SCRABBLECLI_RULES, which win over the file. Options win over both.

    Example:  scrabblecli config show
    """


@command.command("show", cls=QuickCommand)
@format_option(*_FORMATS)
@header_option
@color_option
@quiet_option
def show_command(output_format: str, header: bool, color: str, quiet: bool) -> int:
    """Show every default and where it comes from.

    The source is default for what is built in, else the path of the file or the name of a variable.

    Example:  scrabblecli config show
    """
    from scrabblecli.report.listing import json_text, print_listing

    entries = _entries()
    output_format = chosen_format(output_format)
    if output_format in ("json", "jsonl"):
        data = {"schema": SCHEMA, **_file_data(), "settings": [entry._asdict() for entry in entries]}
        sys.stdout.write(json_text(data, output_format))
    elif output_format == "text":
        for key, value, source, kind in entries:
            place = {"default": "by default", "file": f"from {source}", "environment": f"from the variable {source}"}[kind]
            sys.stdout.write(printable(f"{key} is {value_text(value) or 'not set'}, {place}.") + "\n")
    else:
        columns = ("Key", "Value", "Source") if output_format == "table" else ("key", "value", "source")
        rows = [(entry.key, value_text(entry.value), entry.source) for entry in entries]
        print_listing(columns, rows, output_format, color, header)
    rules = next(entry for entry in entries if entry.key == "rules")
    if rules.kind == "environment" and rule_settings() and not quiet:
        click.echo(f"note: [set] is for the rules of the file, and {rules.source} names others", err=True)
    return ExitStatus.DONE


@command.command("path", cls=QuickCommand)
@click.option(  # no default from the file: it may be the one that is broken
    "--format", "output_format", type=click.Choice(["auto", *_FORMATS]), default="auto", show_default=True, help="Output format."
)
def path_command(output_format: str) -> int:
    """Print where the configuration file is, or would be.

    Example:  scrabblecli config path
    """
    from scrabblecli.report.listing import json_text

    output_format = chosen_format(output_format)
    data = _file_data()
    if output_format in ("json", "jsonl"):
        sys.stdout.write(json_text({"schema": SCHEMA, **data}, output_format))
    elif output_format == "text":
        state = "exists" if data["exists"] else "does not exist"
        path = printable(str(data["file"]))
        sys.stdout.write(
            f"The configuration file is {path} and {state}.\n" if data["file"] else "There is no configuration file.\n"
        )
    elif data["file"]:
        sys.stdout.write(printable(str(data["file"])) + "\n")
    return ExitStatus.DONE


def _entries() -> list[_Entry]:
    entries = []
    for key, about in KEYS.items():
        found = configured(key)
        if found is None:
            entries.append(_Entry(key, about.default, "default", "default"))
        else:
            entries.append(_Entry(key, found.value, found.source, "environment" if found.in_environment else "file"))
    entries += [_Entry(f"set.{key}", value, configuration_file(), "file") for key, value in rule_settings().items()]
    return entries


def _file_data() -> dict[str, object]:
    path = configuration_file()
    return {"file": path or None, "exists": os.path.isfile(path)}
