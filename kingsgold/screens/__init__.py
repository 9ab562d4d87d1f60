"""A view of the match in, a 128x64 picture of one bit out."""
