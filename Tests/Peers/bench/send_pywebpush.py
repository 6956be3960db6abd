"""Sends encrypted pushes with pywebpush for some seconds and prints what it cost.

    send_pywebpush.py TASK.json    the task is written by `peal-bench senders`

One request at a time over one kept connection: it computes on one core whatever is done around it.
"""

import json
import resource
import sys
import time
from importlib.metadata import version

import requests
from py_vapid import Vapid
from pywebpush import WebPushException, webpush


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main(task):
    vapid = Vapid.from_string(task["key"])
    subscriptions = [json.loads(text) for text in task["subscriptions"]]
    for subscription in subscriptions:
        # The simulator speaks without TLS, as it does to the other senders.
        subscription["endpoint"] = subscription["endpoint"].replace("https://", "http://", 1)
    session = requests.Session()
    errors = []

    def send_for(seconds):
        deadline = time.monotonic() + seconds
        pushes = 0
        while time.monotonic() < deadline:
            try:
                webpush(
                    subscriptions[pushes % len(subscriptions)],
                    task["body"],
                    vapid_private_key=vapid,
                    vapid_claims={"sub": task["subject"]},
                    ttl=3600,
                    headers={"Urgency": "high"},
                    requests_session=session,
                )
            except WebPushException as error:
                errors.append(str(error))
            pushes += 1
        return pushes

    send_for(0.5)
    errors.clear()
    cpu, start = cpu_seconds(), time.monotonic()
    pushes = send_for(task["seconds"])
    figures = {
        "version": version("pywebpush"),
        "pushes": pushes - len(errors),
        "errors": len(errors),
        "seconds": time.monotonic() - start,
        "cpuSeconds": cpu_seconds() - cpu,
    }
    if errors:
        figures["firstError"] = errors[0]
    print(json.dumps(figures))


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        main(json.load(file))
