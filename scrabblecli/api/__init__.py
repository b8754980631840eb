"""What scripts and notebooks ask: thin functions over the same code that the commands use, and results that show themselves."""

from scrabblecli.api.notebook import attach

attach()
