"""How Sphinx builds the site of the documents: ``sphinx-build -W -n docs build/site``.

The pages are plain Markdown that reads as well on a code host. What a host does by itself and Sphinx does not is in `sitefiles`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from scrabblecli import __version__

project = "scrabblecli"
version = release = __version__
html_title = f"scrabblecli {__version__}"
extensions = ["myst_parser", "sitefiles"]
root_doc = "index"
nitpicky = True
smartquotes = False
exclude_patterns: list[str] = []

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 6

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "default"
pygments_dark_style = "monokai"
