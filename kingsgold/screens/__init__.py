"""A view of the match in, a 128x64 picture of one bit out."""

from kingsgold.screens.canvas import Item, Picture
from kingsgold.screens.dice import BONE, EBONY, GOLD, SKINS, Skin
from kingsgold.screens.kings import settlement_pages
from kingsgold.screens.paint import draw

__all__ = ["BONE", "EBONY", "GOLD", "SKINS", "Item", "Picture", "Skin", "draw", "settlement_pages"]
