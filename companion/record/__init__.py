"""Hand records: an evening as text that people and programs read, replayed and written."""

from companion.record.replay import Replay, replay_record, row_line

__all__ = ["Replay", "replay_record", "row_line"]
