"""The box on a PC: in the terminal, and by script."""
