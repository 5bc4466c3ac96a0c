"""What may be taught: stickers of other makers, and the labels that they shall mean."""

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
CARD = "card sushi-go-party/"
FACE = "face sushi-go-party/"
EAN = "4902102072458"
QR = "HTTP://QR.EXAMPLE/7?a=b,c"
GS1 = "01040123456789\x1d17"
SECOND = "2c2e:0b61 Second"
