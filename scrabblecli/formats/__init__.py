"""Positions and games as text: text boards, CGP, GCG and the game text, each read and written."""
