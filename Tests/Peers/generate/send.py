"""What a backend does with the generated file: it prints what came of each call, as JSON."""

import datetime
import json
import sys
from decimal import Decimal

from peal import Actor, Entity, EntityRef, Member, Members, Money, Peal, PealError, User, Users, user_token


def main(url: str, secret_key: str, task: str) -> object:
    peal = Peal(url, secret_key, attempts=3, timeout=20)
    if task == "token":
        return {"token": user_token("ann", secret_key, audience=url, key_id="k1")}
    if task == "kudos":
        accepted = peal.kudos(to=Users(["ann"]), from_="Ben", message="“Well run!”")
        return {"id": accepted.id, "duplicate": accepted.duplicate}
    now = datetime.datetime.now(datetime.timezone.utc)
    event = EntityRef("event", "e 1")
    peal.put_user("ann/1", User(name="Ann", locale="en-GB", time_zone="Europe/Berlin", roles=["member"]))
    peal.put_entity(event, Entity(owner_id="ben", times={"startsAt": now + datetime.timedelta(days=1)}))
    peal.put_members(event, {"ann/1": Member(role="participant", status="confirmed")})
    peal.put_member(event, "ben", Member(role="host"))
    peal.delete_member(event, "ben")
    sent = peal.deposit_reminder(
        to=Users(["ann/1"]), entity=event, event="Hike", amount=Money(Decimal("25.00"), "USD"),
        due_on=datetime.date(2026, 11, 25), actor=Actor(id="ben"), send_at=now + datetime.timedelta(hours=1),
        cancel_key="hike",
    )
    asked = peal.eta_request(
        to=Members(of="self", role=["participant"]), entity=event,
        entities={event: Entity(attributes={"place": "Park"})}, host="Ben", event="Hike",
        starts_at=now + datetime.timedelta(days=1),
    )
    cancelled = [peal.cancel_by_key("hike", recall=True), peal.cancel(sent.id)]
    return {"ids": [sent.id, asked.id], "cancelled": [one.cancelled for one in cancelled]}


try:
    print(json.dumps(main(*sys.argv[1:])))
except PealError as error:
    print(json.dumps({"status": error.status, "code": error.code, "pointers": [one.pointer for one in error.errors]}))
except OSError as error:
    print(json.dumps({"error": str(error)}))
