"""Prints how many megabytes a second Lexbor parses under selectolax: lexbor.py FOLDER [ROUNDS].

Bytes in, tree out, CPU time of the best round; the tree is dropped before the next page.
"""

import pathlib
import sys
import time

from selectolax.lexbor import LexborHTMLParser

folder = pathlib.Path(sys.argv[1])
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
pages = [path.read_bytes() for path in sorted(folder.iterdir())]
best = float("inf")
for _ in range(rounds):
    start = time.process_time()
    for page in pages:
        LexborHTMLParser(page)
    best = min(best, time.process_time() - start)
print(f"{sum(map(len, pages)) / 1e6 / best:.0f} MB/s")
