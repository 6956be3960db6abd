"""The sounds that the catalogs name are files that other readers accept: Python's `wave`, and the values of Core Audio's format."""

import re
import struct
import subprocess
import sys
import wave
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent

SOUNDS = ROOT / "clients" / "sounds"
CATALOGS = sorted((ROOT / "Catalogs").glob("*.yaml"))


def table():
    """The rows of the README: path, length in seconds, size in bytes."""
    rows = re.findall(r"^\| `([^`]+)` \| ([\d.]+) s \| ([\d,]+) bytes \|", (SOUNDS / "README.md").read_text(), re.MULTILINE)
    return {path: (float(length), int(size.replace(",", ""))) for path, length, size in rows}


def caf(data):
    """Samples per second, bytes of a packet and the bytes of the samples (Core Audio Format 1.0)."""
    assert data[:8] == b"caff\x00\x01\x00\x00" and data[8:12] == b"desc"
    rate, coding, flags, packet, samples, channels, bits = struct.unpack(">d4sIIIII", data[20:52])
    assert (coding, flags, packet, samples, channels, bits) == (b"lpcm", 0, 2, 1, 1, 16)
    assert data[52:56] == b"data"
    (length,) = struct.unpack(">q", data[56:64])
    assert 64 + length == len(data)
    return rate, data[68:]


def test_the_files_and_the_table_are_what_the_script_makes():
    subprocess.run([sys.executable, str(SOUNDS / "make_sounds.py"), "--check"], check=True)


@pytest.mark.parametrize("path", sorted(table()))
def test_a_sound_is_at_most_30_s_and_100_kb_as_the_table_says(path):
    length, size = table()[path]
    data = (SOUNDS / path).read_bytes()
    assert len(data) == size <= 100_000
    if path.endswith(".caf"):
        rate, samples = caf(data)
        values = struct.unpack(">%dh" % (len(samples) // 2), samples)
    else:
        with wave.open(str(SOUNDS / path)) as sound:
            assert (sound.getnchannels(), sound.getsampwidth(), sound.getcomptype()) == (1, 2, "NONE")
            rate, samples = sound.getframerate(), sound.readframes(sound.getnframes())
        values = struct.unpack("<%dh" % (len(samples) // 2), samples)
    assert round(len(values) / rate, 2) == length <= 30
    # It is heard and never clipped, and it begins and ends without a click.
    assert 25_000 < max(map(abs, values)) < 32_767 and abs(values[0]) < 500 and abs(values[-1]) < 500


@pytest.mark.parametrize("catalog", CATALOGS, ids=lambda path: path.stem)
def test_lint_finds_the_sounds_of_each_catalog(peal, catalog, tmp_path):
    sounds = yaml.safe_load(catalog.read_text()).get("sounds") or {}
    named = [name for sound in sounds.values() for key, name in sound.items() if key != "web" and name not in ("default", "none")]
    run = lambda directory: subprocess.run([str(peal), "lint", "--app-assets", str(directory), str(catalog)], capture_output=True, text=True)
    complete = run(SOUNDS)
    assert (complete.returncode, complete.stdout.count("-sound"), complete.stdout.count("res/raw")) == (0, 0, 0), complete.stdout
    empty = run(tmp_path)
    assert empty.returncode == (1 if named else 0)
    for name in named:
        assert re.search(r"error: no (file )?`(res/raw/)?%s(\.wav)?` in `" % re.escape(name), empty.stdout), (name, empty.stdout)


def test_a_directory_that_is_not_there_is_named(peal):
    result = subprocess.run([str(peal), "lint", "--app-assets", "/nonexistent", str(CATALOGS[0])], capture_output=True, text=True)
    assert result.returncode != 0 and "--app-assets /nonexistent is not a directory" in result.stderr
