"""Sends pushes with aioapns for some seconds and prints what it cost.

    send_aioapns.py TASK.json    the task is written by `peal-bench senders`
"""

import asyncio
import json
import logging
import resource
import ssl
import sys
import time
from importlib.metadata import version

from aioapns import APNs, NotificationRequest, PushType


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def main(task):
    context = ssl.create_default_context(cadata=task["root"])
    context.set_alpn_protocols(["h2"])
    apns = APNs(
        key=task["key"],
        key_id=task["keyId"],
        team_id=task["teamId"],
        topic=task["topic"],
        max_connections=1,
        ssl_context=context,
    )
    # Its only door to another place than Apple's.
    apns.pool.protocol_class = type(
        "Simulator",
        (apns.pool.protocol_class,),
        {"APNS_SERVER": task["host"], "APNS_PORT": task["port"]},
    )
    message = json.loads(task["body"])
    tokens = task["tokens"]
    count = {"pushes": 0, "errors": 0, "number": 0}
    first_error = []

    async def send_until(deadline):
        while time.monotonic() < deadline:
            number = count["number"]
            count["number"] += 1
            result = await apns.send_notification(
                NotificationRequest(
                    device_token=tokens[number % len(tokens)],
                    message=message,
                    time_to_live=3600,
                    priority=10,
                    collapse_key=f"{number:032x}",
                    push_type=PushType.ALERT,
                )
            )
            if result.is_successful:
                count["pushes"] += 1
            else:
                count["errors"] += 1
                first_error.append(f"{result.status} {result.description}")

    async def send_for(seconds, concurrency):
        deadline = time.monotonic() + seconds
        await asyncio.gather(*(send_until(deadline) for _ in range(concurrency)))

    # APNs permits one push until the first is taken.
    await send_for(0.2, 1)
    await send_for(0.5, task["concurrency"])
    count.update(pushes=0, errors=0)
    cpu, start = cpu_seconds(), time.monotonic()
    await send_for(task["seconds"], task["concurrency"])
    figures = {
        "version": version("aioapns"),
        "pushes": count["pushes"],
        "errors": count["errors"],
        "seconds": time.monotonic() - start,
        "cpuSeconds": cpu_seconds() - cpu,
    }
    if first_error:
        figures["firstError"] = first_error[0]
    print(json.dumps(figures))
    apns.pool.close()


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    with open(sys.argv[1], encoding="utf-8") as file:
        asyncio.run(main(json.load(file)))
