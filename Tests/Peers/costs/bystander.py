"""Another user’s small request, again and again, and how long it takes."""

import multiprocessing
import time
from contextlib import contextmanager
from urllib.parse import urlsplit
import http.client

# Seconds between two requests: a caller of 50 a second is within every limit.
PAUSE = 0.02


def ask(url, token, is_watching, times):
    """Asks as long as it is told to, and gives the times of all that began meanwhile."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.netloc, timeout=120)
    while True:
        is_watching.wait()
        taken = []
        while is_watching.is_set():
            start = time.perf_counter()
            connection.request("GET", place.path, headers={"Authorization": "Bearer " + token})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            taken.append(time.perf_counter() - start)
            time.sleep(PAUSE)
        times.send(taken)


class Bystander:
    """In a process of its own, so that the loud caller's work in Python is not in its times."""

    def __init__(self, url, token):
        self.is_watching = multiprocessing.Event()
        self.times, end = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(target=ask, args=(url, token, self.is_watching, end), daemon=True)
        self.process.start()
        end.close()
        self.p99 = None

    @contextmanager
    def watching(self):
        """Asks while the body runs; afterwards `p99` is there."""
        self.is_watching.set()
        yield self
        self.is_watching.clear()
        taken = sorted(self.times.recv())
        assert len(taken) >= 10, "too few of %d requests to say anything" % len(taken)
        self.p99 = taken[min(len(taken) - 1, int(len(taken) * 0.99))]

    def during(self, body):
        with self.watching():
            body()
        return self.p99

    def close(self):
        self.process.terminate()
        self.process.join()
