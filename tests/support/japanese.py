"""A few messages in Japanese, for displays that are kept as pictures: the catalogue may change."""

from support.catalogues import catalogue

from engine.cards import BADGES

NAMES = dict(
    zip(
        BADGES,
        ("さくら", "田中 健一", "のぞみ", "渡邊", "Ann", "大和田 龍之介", "ゆう", "ハル"),
        strict=True,
    )
)
PLURALS = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"
JAPANESE = catalogue(
    {
        "": PLURALS,
        "Dumpling": "餃子",
        "Green tea ice cream": "抹茶アイス",
        "Points Platter": "高得点プレート",
        "Round {round}": "ラウンド{round}",
        "Round {round} of {rounds}": "ラウンド{round}/{rounds}",
        "Special order": "特別注文",
        "Tally": "まとめ",
        "at the end: {of} for {points} points": "終了時：{of}枚で{points}点",
        "{count} card\x00{count} cards": "カード{count}枚",
        "{count} player\x00{count} players": "{count}人",
        "{laid} of {dealt} cards": "{dealt}枚中{laid}枚",
        "{mode} · {players}": "{mode}・{players}",
        "{names} wins!\x00{names} share the win!": "{names}の勝ち！",
        "line\x04NEXT starts round 1": "「次へ」でラウンド1",
        "line\x04Scan what it copies": "まねする札をスキャン",
        "line\x04Scores": "得点",
        "line\x04cards each": "枚ずつ",
        "line\x04desserts": "枚のデザート",
        "line\x04round": "ラウンド",
        "line\x04{title}:": "{title}：",
        "line\x04← Pass to the left": "← 左へ渡す",
        "line\x04✗ Not counted": "✗ 数えません",
    }
)
