"""Many tables at once (docs/board.md): `okanjo board` is a program of its own, for a whole hall."""
