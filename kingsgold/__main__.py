"""`python -m kingsgold` is the `kingsgold` command."""

from kingsgold.cli import main

main(prog_name="kingsgold")
