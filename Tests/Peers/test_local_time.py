"""Peal's local time against Python's `zoneinfo`, over every zone of the system's tzdata: all answers equal.

Cases are instants at random, and around every change of the clocks from 2020 to 2040: just before, at and after it, in
the gap and in the overlap, with windows that start or end there. One seed, so a failure comes again.
"""

import random
import subprocess
import zoneinfo
from collections import Counter
from pathlib import Path

import pytest

from local_time import LocalTime, naive
from patience import PATIENCE

TZDATA = Path("/usr/share/zoneinfo")
SEED = 20261121
UNITS = ["hour", "day", "week", "month"]
# 1970-01-01, 2020-01-01, 2041-01-01 and 2100-01-01.
EPOCH, FIRST, LAST, FAR = 0, 1577836800, 2240524800, 4102444800


class Questions:
    """Asks Peal and the oracle the same."""

    def __init__(self):
        self.random = random.Random(SEED)
        self.lines = []
        self.expected = []
        self.kinds = Counter()

    def ask(self, kind, name, *parts, answer):
        self.lines.append("\t".join([kind, name, *map(str, parts)]))
        self.expected.append("\t".join(map(str, answer)))
        self.kinds[kind] += 1

    def quiet(self, name, zone, start, end, millis):
        second = millis // 1000
        answer = (
            second + zone.offset(second),
            int(zone.is_quiet(second, start, end)),
            zone.release(millis, start, end),
        )
        self.ask("quiet", name, start, end, millis, answer=answer)

    def local(self, name, zone, second):
        self.ask("local", name, second, answer=[1000 * zone.instant(naive(second))])

    def window(self, name, zone, unit, millis):
        self.ask("window", name, unit, millis, answer=zone.window(millis, unit))

    def any_time(self, name, zone, count):
        pick = self.random.randrange
        for _ in range(count):
            millis = pick(EPOCH * 1000, FAR * 1000)
            self.quiet(name, zone, pick(1440), pick(1440), millis)
            self.local(name, zone, pick(EPOCH, FAR))
            self.window(name, zone, self.random.choice(UNITS), millis)

    def around(self, name, zone, change, before, after):
        """Asks about a change of the clocks, which jump from `low` to `high` or back."""
        pick = self.random.randrange
        low, high = sorted([change + before, change + after])
        skipped_or_repeated = [low, (low + high) // 2, high - 1]
        for second in [low - 1, *skipped_or_repeated, high]:
            self.local(name, zone, second)
        inside = skipped_or_repeated[1] // 60 % 1440
        for start, end in [(pick(1440), pick(1440)), (pick(1440), inside), (inside, pick(1440))]:
            for millis in [change * 1000 - 1, change * 1000, change * 1000 + pick(7200000)]:
                self.quiet(name, zone, start, end, millis)
        self.quiet(name, zone, pick(1440), inside, change * 1000 - pick(86400000))
        for unit in UNITS:
            self.window(name, zone, unit, change * 1000 - pick(2))
            self.window(name, zone, unit, change * 1000 + pick(-90000000, 90000000))


def test_every_answer_equals_that_of_zoneinfo(judge, capsys):
    zoneinfo.reset_tzpath([str(TZDATA)])
    names = sorted(zoneinfo.available_timezones())
    assert len(names) > 400, "%s has no tzdata" % TZDATA
    questions = Questions()
    changes = {}
    for name in names:
        zone = LocalTime(name)
        # Many names are one zone; its changes are looked for once, and asked about under each name.
        content = (TZDATA / name).read_bytes()
        if content not in changes:
            changes[content] = zone.changes(FIRST, LAST)
        for change in changes[content]:
            questions.around(name, zone, *change)
        questions.any_time(name, zone, 40)
    answered = subprocess.run(
        [judge, "zones", "--tzdata", TZDATA],
        input="\n".join(questions.lines) + "\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert answered.returncode == 0, answered.stderr
    answers = answered.stdout.splitlines()
    assert len(answers) == len(questions.lines) >= 100_000
    wrong = [
        "%s: Peal says %s, zoneinfo %s" % (question.replace("\t", " "), answer, expected)
        for question, answer, expected in zip(questions.lines, answers, questions.expected)
        if answer != expected
    ]
    assert not wrong, "%d of %d differ:\n%s" % (len(wrong), len(answers), "\n".join(wrong[:20]))
    counts = ", ".join("%d %s" % (count, kind) for kind, count in questions.kinds.items())
    with capsys.disabled():
        print("\nlocal time: %d cases equal (%s) in %d zones" % (len(answers), counts, len(names)))


@pytest.mark.parametrize("name", ["Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Africa/Casablanca"])
def test_the_oracle_itself_finds_the_release_that_a_scan_of_every_minute_finds(name):
    zone = LocalTime(name)
    pick = random.Random(SEED).randrange
    for change, _, _ in zone.changes(FIRST, FIRST + 3 * 366 * 86400):
        for _ in range(10):
            start, end, minute = pick(1440), pick(1440), change // 60 + pick(-1440, 180)
            scanned = minute
            while zone.is_quiet(scanned * 60, start, end):
                scanned += 1
            assert zone.release(minute * 60000, start, end) == scanned * 60000
