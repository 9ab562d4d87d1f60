"""Every screen on one sheet, with its extremes: `python -m kingsgold.screens.gallery OUT.png`."""
