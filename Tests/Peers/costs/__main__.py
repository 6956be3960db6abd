"""Plays the most that one caller may ask of a server, and measures what it keeps, what it computes and who waits for it.

    Scripts/caller-costs [--write FILE] [NAME…]
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from .callers import CALLERS, Call

ROOT = Path(__file__).parents[3]
HEAD = ["What one caller does", "Answers", "Kept", "Seconds of a core", "Others' p99 alone", "Others' p99 meanwhile"]


def main():
    parser = argparse.ArgumentParser(prog="Scripts/caller-costs", description="Measures what one caller may cost.")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to this file")
    parser.add_argument("names", nargs="*", metavar="NAME", help="; ".join("%s: %s" % (n, t) for n, (t, _) in CALLERS.items()))
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in CALLERS]
    if unknown:
        parser.error("unknown caller `%s`; there are: %s" % (unknown[0], ", ".join(CALLERS)))
    peal = Path(os.environ.get("PEAL", ROOT / ".build" / "release" / "peal")).resolve()
    if not peal.exists():
        parser.error("%s is missing: swift build -c release --product peal" % peal)
    rows = [HEAD, ["---"] * len(HEAD)]
    for name in chosen.names or CALLERS:
        title, act = CALLERS[name]
        with tempfile.TemporaryDirectory() as directory:
            call = Call(peal, Path(directory))
            try:
                act(call)
                rows.append([title, *call.row()])
            finally:
                call.close()
        print("measured: %s" % title, file=sys.stderr, flush=True)
    text = "".join("| %s |\n" % " | ".join(row) for row in rows)
    if chosen.write:
        chosen.write.write_text(text)
    else:
        print(text, end="")


main()
