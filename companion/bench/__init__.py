"""Measurements of this machine, one file each, run by `boodle bench`. No test depends on a time."""
