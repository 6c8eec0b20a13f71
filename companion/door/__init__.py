"""The door of a table: phones, seats, the host's pen, and what an evening keeps for itself."""

from companion.door.door import CODE_LETTERS, Door
from companion.door.phones import Visitor, token_hash

__all__ = ["CODE_LETTERS", "Door", "Visitor", "token_hash"]
