"""Plays the nights beside each other and prints, or writes, what was said.

    Scripts/bad-nights [--write FILE] [NAME…]
"""

import argparse
import os
import re
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .nights import NIGHTS

ROOT = Path(__file__).parents[3]
PLACES = ["failed", "log", "answer", "commands", "clock", "readyz", "queues", "doctor", "alerts", "told", "why"]


def play(name, peal, work):
    title, night = NIGHTS[name]
    directory = work / name
    directory.mkdir()
    try:
        said = night(peal, directory)
    except Exception:
        said = {"failed": traceback.format_exc()}
    return name, title, said, directory


def tidy(text, directory):
    """Without what differs from one run to the next and tells nobody anything."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text).replace(str(directory), "/srv/peal").strip()


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bad-nights", description="Plays nights on which something breaks.")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write Markdown to this file")
    parser.add_argument("--together", type=int, default=5, help="how many nights at the same time")
    parser.add_argument("names", nargs="*", metavar="NAME", help="; ".join("%s: %s" % (n, t) for n, (t, _) in NIGHTS.items()))
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in NIGHTS]
    if unknown:
        parser.error("unknown night `%s`; there are: %s" % (unknown[0], ", ".join(NIGHTS)))
    peal = Path(os.environ.get("PEAL", ROOT / ".build" / "debug" / "peal")).resolve()
    lines, has_failed = [], False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work, ThreadPoolExecutor(chosen.together) as pool:
        work = Path(work)
        for name, title, said, directory in pool.map(lambda name: play(name, peal, work), chosen.names or list(NIGHTS)):
            lines += ["## %s" % title, ""]
            for place in PLACES:
                if place in said:
                    text = tidy(said[place], directory)
                    lines += ["**%s**" % place, ""] + (["```text", text, "```", ""] if text else ["nothing", ""])
            has_failed |= "failed" in said
            print("%s: %s" % ("FAILED" if "failed" in said else "played", title), file=sys.stderr, flush=True)
    text = "\n".join(lines)
    if chosen.write:
        chosen.write.write_text(text)
    else:
        print(text)
    sys.exit(1 if has_failed else 0)


main()
