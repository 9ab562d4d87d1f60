"""The physical controls: buttons, lamps and the OLED, real and simulated."""
