"""Ring 3: the table's screens. Flask parses, asks the croupier, and renders; it decides no rule."""
