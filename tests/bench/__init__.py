"""What the box costs: `make bench`, or `python -m tests.bench --help`.

It measures and never judges by the clock of the machine that it runs on: a figure beside its target
is there to be read. Ratios are of the same run, so that they mean something on any machine.
"""
