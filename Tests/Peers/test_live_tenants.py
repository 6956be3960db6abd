"""Live connections show nothing of others: neither what a frame names, nor what happens to them meanwhile."""

from contextlib import ExitStack

from tenants.callers import Caller
from tenants.differential import Differential
from tenants.live import Events, compare_frames, socket_of
from tenants.world import APPS, USERS


def test_no_frame_of_a_websocket_tells_what_others_have(world):
    differential = differential_of(world)
    cases, differences = 0, []
    for app in APPS:
        for user in USERS:
            for name in ("token", "ticket"):
                found = compare_frames(world, differential, Caller(name, app, user))
                cases, differences = cases + found[0], differences + found[1]
    assert differences == [] and differential.leaks == []
    assert cases == 80


def test_the_token_of_another_user_changes_nothing(world):
    differential = differential_of(world)
    for victim in (("gss", "ben"), ("twin", "ann")):
        with socket_of(world, differential, Caller("token", "gss", "ann")) as socket:
            [answer] = socket.ask({"op": "token", "jwt": world.tokens[victim]})
            assert answer["op"] == "error" and answer["code"] == "unauthenticated", answer
            socket.send({"op": "subscribe", "channel": "inbox"})
            assert_only_own(world, ("gss", "ann"), [socket])


def test_a_live_connection_carries_only_what_is_of_its_user(world):
    differential = differential_of(world)
    for side in (("gss", "ann"), ("twin", "ben")):
        headers = Caller("token", *side).headers(world)
        ticket = Caller("ticket", *side)
        with ExitStack() as opened:
            open = opened.enter_context
            found = [open(socket_of(world, differential, Caller(name, *side))) for name in ("token", "ticket")]
            for socket in found:
                socket.send({"op": "subscribe", "channel": "inbox"})
            found += [open(Events(world, {}, headers)), open(Events(world, {"ticket": differential.ticket(ticket)}, {}))]
            assert_only_own(world, side, found)


def differential_of(world):
    """With fresh tokens."""
    world.tokens = {side: world.token(*side) for side in world.sides}
    return Differential(world)


def assert_only_own(world, side, connections):
    """What happens to others is not seen: what happens to the caller afterwards is the next that arrives."""
    for connection in connections:
        while connection.message().get("kind") != "badge.changed":
            pass
    for other in world.sides:
        if other != side:
            world.happen(*other)
    own = world.notify(*side)
    for connection in connections:
        messages = []
        while not messages or messages[-1]["data"].get("id") != own:
            messages.append(connection.message())
        for message in messages:
            # Of the caller there is the new notification only, and the count that it changes.
            assert message["kind"] == "badge.changed" or message["data"].get("id") == own, message
