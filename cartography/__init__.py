"""How the boards' atlases are made: a command for developers, never run by the product.

`python -m cartography` reads the hand-placed facts of maps/<variant>/places.json and
the coast, and writes maps/<variant>/shapes.json. It needs the packages of
requirements/cartography.txt; playing, judging and drawing need none of them.
"""
