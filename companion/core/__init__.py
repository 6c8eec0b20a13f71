"""Ring 0: cards, events, the ledger, the run, pots and payments of the stops family.

This folder is pure: standard library only, and no clock, no random, no files, no threads, no
logging (`tests/test_architecture.py` reads every import). A function here takes frozen data and
returns frozen data; whoever needs the time or a database lives in an outer ring.
"""
