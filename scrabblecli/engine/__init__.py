"""Finds moves: the kernel, its driver, and the filters on what it finds."""
