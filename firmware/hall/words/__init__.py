"""The hall's words: facts of tournaments and tables in, messages out."""
