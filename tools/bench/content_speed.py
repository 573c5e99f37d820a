#!/usr/bin/env python3
"""Main content, pages a second, beside resiliparse in the same run.

    pip install resiliparse
    content_speed.py TAMIS WCXB [--pages 300] [--rounds 3]

TAMIS is the program, WCXB a folder with html/ID.html. Both take the same pages, each every n-th, in turns; counted is
CPU time: of the whole process for tamis (start, reading, parsing, model, writing), of the extractor alone for resiliparse
(pages decoded before). The best round of each counts: what else runs on the machine only adds time."""
import argparse
import pathlib
import resource
import subprocess
import time

from resiliparse.extract.html2text import extract_plain_text


def peer(pages):
    texts = [page.read_bytes().decode("utf-8", "replace") for page in pages]
    start = time.process_time()
    for text in texts:
        extract_plain_text(text, main_content=True, alt_texts=False)
    return time.process_time() - start


def tamis(program, pages):
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = spent()
    subprocess.run([program, "content", "--quiet", "--jobs", "1", "--format", "jsonl", *map(str, pages)],
                   check=True, stdout=subprocess.DEVNULL)
    return spent() - start


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("tamis")
    args.add_argument("wcxb", type=pathlib.Path)
    args.add_argument("--pages", type=int, default=300)
    args.add_argument("--rounds", type=int, default=3)
    args = args.parse_args()
    pages = sorted((args.wcxb / "html").glob("*.html"))
    pages = pages[::max(1, len(pages) // args.pages)][:args.pages]
    size = sum(page.stat().st_size for page in pages) / 1e6
    best = {"tamis": float("inf"), "resiliparse": float("inf")}
    for _ in range(args.rounds):
        best["tamis"] = min(best["tamis"], tamis(args.tamis, pages))
        best["resiliparse"] = min(best["resiliparse"], peer(pages))
    for name, seconds in best.items():
        print(f"{name:12s} {len(pages) / seconds:8.0f} pages/s {size / seconds:8.0f} MB/s")
    print(f"ratio {best['resiliparse'] / best['tamis']:.2f}")


if __name__ == "__main__":
    main()
