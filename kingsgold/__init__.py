"""King's Gold: a pirate dice box with four buttons, one small OLED and two games."""
