"""Boodle: a companion for card tables."""

__version__ = "0.1.0"
