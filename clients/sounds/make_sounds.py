#!/usr/bin/env python3
"""Makes the sounds that the example catalogs name, for iOS (.caf), Android (res/raw) and the web (.wav).

    clients/sounds/make_sounds.py            writes the files and the table in README.md
    clients/sounds/make_sounds.py --check    fails when a file or the table is not what this script makes

The sounds are computed here from sine waves, so nobody else has rights in them (CC0). 16-bit linear PCM, one channel.
"""

import math
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: Samples per second. Everything that the sounds have is below a quarter of it, and a second has 44 kB.
RATE = 22_050
#: The largest file, in bytes, and the longest sound, in seconds: iOS plays its default for a longer one.
MOST_BYTES, LONGEST = 100_000, 30

#: Each sound: what it is for, and its tones as (start in s, length in s, frequency in Hz, loudness from 0 to 1).
SOUNDS = {
    "alert": ("Critical alerts: two tones that alternate, hard to miss",
              [(at * .22, .2, (988, 740)[at % 2], 1.0) for at in range(8)]),
    "moderate": ("Requests that wait for an answer: two falling tones",
                 [(0, .34, 784, .7), (.2, .6, 587, .7)]),
    "celebratory": ("Good news, such as a mutual match: a rising chord",
                    [(0, .5, 523, .55), (.12, .5, 659, .55), (.24, .6, 784, .55), (.36, .95, 1047, .65)]),
}


def samples(tones):
    """The samples of a sound, from -1 to 1."""
    length = max(start + duration for start, duration, _, _ in tones)
    mixed = [0.0] * round(length * RATE)
    for start, duration, frequency, loudness in tones:
        first, count = round(start * RATE), round(duration * RATE)
        for at in range(min(count, len(mixed) - first)):
            time = at / RATE
            # Fades in for 8 ms and out to the end, so that nothing clicks; the overtone lets small speakers carry it.
            envelope = min(1, time / .008) * min(1, (duration - time) / .03) * math.exp(-2.2 * time / duration)
            wave = .8 * math.sin(2 * math.pi * frequency * time) + .2 * math.sin(4 * math.pi * frequency * time)
            mixed[first + at] += loudness * envelope * wave
    most = max(map(abs, mixed))
    return [value / most * .89 for value in mixed]


def pcm(values, order):
    """The samples as 16-bit integers; `order` is `<` or `>`."""
    return struct.pack("%s%dh" % (order, len(values)), *(round(value * 32_767) for value in values))


def wav(values):
    """RIFF WAVE, little endian."""
    data = pcm(values, "<")
    form = struct.pack("<HHIIHH", 1, 1, RATE, RATE * 2, 2, 16)
    return b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(data)) + data


def caf(values):
    """Core Audio Format, big endian: a description and the samples, after an edit count of 0."""
    data = pcm(values, ">")
    description = struct.pack(">d4sIIIII", RATE, b"lpcm", 0, 2, 1, 1, 16)
    return (b"caff" + struct.pack(">HH", 1, 0) + b"desc" + struct.pack(">q", len(description)) + description
            + b"data" + struct.pack(">q", 4 + len(data)) + struct.pack(">I", 0) + data)


def files():
    """Every file by its path below this directory, and the rows of the table."""
    made, rows = {}, []
    for name, (purpose, tones) in SOUNDS.items():
        values = samples(tones)
        seconds = len(values) / RATE
        assert seconds <= LONGEST, name
        for path, content in [("%s.caf" % name, caf(values)), ("%s.wav" % name, wav(values)), ("res/raw/%s.wav" % name, wav(values))]:
            assert len(content) <= MOST_BYTES, path
            made[path] = content
            rows.append("| `%s` | %.2f s | %s bytes | %s |" % (path, seconds, format(len(content), ","), purpose))
    return made, rows


def readme(rows):
    """README.md with its table between the two marks."""
    text = (HERE / "README.md").read_text()
    head, rest = text.split("<!-- sounds -->\n", 1)
    tail = rest.split("<!-- end -->", 1)[1]
    table = "\n".join(["| File | Length | Size | For |", "|---|---|---|---|", *rows])
    return head + "<!-- sounds -->\n" + table + "\n<!-- end -->" + tail


def main():
    made, rows = files()
    made["README.md"] = readme(rows).encode()
    if "--check" not in sys.argv[1:]:
        for path, content in made.items():
            (HERE / path).parent.mkdir(parents=True, exist_ok=True)
            (HERE / path).write_bytes(content)
        return print("sounds: %d files" % (len(made) - 1))
    old = [path for path, content in made.items() if not (HERE / path).exists() or (HERE / path).read_bytes() != content]
    others = {str(path.relative_to(HERE)) for kind in ("caf", "wav") for path in HERE.rglob("*." + kind)} - set(made)
    for path in [*old, *sorted(others)]:
        print("sounds: %s is not what make_sounds.py makes; run clients/sounds/make_sounds.py and commit it" % path, file=sys.stderr)
    if old or others:
        sys.exit(1)
    print("sounds: %d files are what the script makes" % (len(made) - 1))


if __name__ == "__main__":
    main()
