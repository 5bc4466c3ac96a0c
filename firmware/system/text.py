"""Words that more than one part of the program says: a count in, its words out."""


def many(count: int, what: str, none: str = "0") -> str:
    """`3 games`, `1 game`; `none` is the word for nothing."""
    return f"{count or none} {what}{'' if count == 1 else 's'}"
