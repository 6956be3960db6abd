"""Local time by Python's `zoneinfo`: what Peal must answer, found in ways that share nothing with Peal's.

Peal walks stretches of constant offset. Here every answer is picked from a handful of candidates, each of which
`zoneinfo` confirms or refutes.
"""

from bisect import bisect_right
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1)
DAY = timedelta(days=1)


def naive(second):
    """What a clock shows that many seconds after its own 1970."""
    return EPOCH + timedelta(seconds=second)


def on_clock(shown):
    """The reverse of `naive`."""
    return (shown - EPOCH) // timedelta(seconds=1)


class LocalTime:
    """A zone of the tzdata on this machine."""

    def __init__(self, name):
        self.zone = ZoneInfo(name)

    def offset(self, second):
        """Seconds east of UTC at a second since 1970."""
        return datetime.fromtimestamp(second, self.zone).utcoffset() // timedelta(seconds=1)

    def shown(self, second):
        """What the clocks show at a second since 1970."""
        return datetime.fromtimestamp(second, self.zone).replace(tzinfo=None, fold=0)

    def second(self, shown, fold=0):
        """The second since 1970 that PEP 495 gives a local time; for one in a gap it is not what the clocks show."""
        return int(shown.replace(tzinfo=self.zone, fold=fold).timestamp())

    def change(self, before, after):
        """The first second after `before`, and not after `after`, with the offset in force at `after`."""
        wanted = self.offset(after)
        while after - before > 1:
            middle = (before + after) // 2
            if self.offset(middle) == wanted:
                after = middle
            else:
                before = middle
        return after

    def changes(self, first, last):
        """Every change of the offset in a span, which lie more than a day apart: (second, before, after)."""
        found = []
        before = first
        offset = self.offset(before)
        while before < last:
            after = before + 86400
            new = self.offset(after)
            if new != offset:
                found.append((self.change(before, after), offset, new))
            before, offset = after, new
        return found

    def instant(self, shown):
        """The second of a local time: the first valid one after a gap, the first of two in an overlap."""
        first = self.second(shown)
        if self.shown(first) == shown:
            return first
        # In a gap, PEP 495 counts with the offset before it for fold 0, which lands after it, and the reverse.
        return self.change(self.second(shown, fold=1), first)

    def is_quiet(self, second, start, end):
        """Whether the clocks show a time in a window of minutes after midnight."""
        clock = self.shown(second)
        minute = clock.hour * 60 + clock.minute
        return start <= minute < end if start <= end else minute >= start or minute < end

    def release(self, millis, start, end):
        """The milliseconds of the first instant from `millis` on that is not quiet."""
        second = millis // 1000
        if not self.is_quiet(second, start, end):
            return millis
        # Quiet ends only where the clocks reach the end of the window, or where they change.
        today = self.shown(second).replace(hour=0, minute=0, second=0)
        candidates = []
        for day in range(-1, 4):
            at = today + day * DAY + timedelta(minutes=end)
            candidates += [self.second(at), self.second(at, fold=1)]
        for hours in range(0, 72, 12):
            before, after = second + hours * 3600, second + (hours + 12) * 3600
            if self.offset(before) != self.offset(after):
                candidates.append(self.change(before, after))
        return 1000 * min(at for at in candidates if at > second and not self.is_quiet(at, start, end))

    def window(self, millis, unit):
        """The milliseconds between which an instant's hour, day, week or month lies."""
        shown = self.shown(millis // 1000)
        midnight = shown.replace(hour=0, minute=0, second=0)
        if unit == "hour":
            hour = shown.replace(minute=0, second=0)
            starts = [hour + timedelta(hours=n) for n in range(-5, 30)]
        elif unit == "day":
            starts = [midnight + n * DAY for n in range(-2, 4)]
        elif unit == "week":
            monday = midnight - midnight.weekday() * DAY
            starts = [monday + n * 7 * DAY for n in range(-1, 3)]
        else:
            months = [shown.year * 12 + shown.month - 1 + n for n in range(-1, 3)]
            starts = [datetime(month // 12, month % 12 + 1, 1) for month in months]
        bounds = [1000 * self.instant(start) for start in starts]
        last = bisect_right(bounds, millis)
        return bounds[last - 1], bounds[last]
