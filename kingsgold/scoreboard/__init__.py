"""Serial scoreboards: the wire protocol, one driver a display family, and the line. Knows no game.

`firmware/PROTOCOL.md` is the page for people who build a display.
"""
