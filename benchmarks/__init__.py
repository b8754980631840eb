"""What the performance figures in the docs are made with."""
