"""What is kept: evenings as append-only chains in a database, and once more as plain journals."""

from companion.store.store import SHELF, Device, Evening, NewRow, Store, StoredRow, StoreError

__all__ = ["SHELF", "Device", "Evening", "NewRow", "Store", "StoreError", "StoredRow"]
