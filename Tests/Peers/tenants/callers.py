"""Every credential that one side has."""

from dataclasses import dataclass

from .world import APPS, SCOPES, USERS


@dataclass(frozen=True)
class Caller:
    """A credential of a side; `others` are the sides whose things it may not see."""

    name: str
    app: str
    user: str

    @property
    def is_backend(self):
        return self.name.startswith("key ")

    @property
    def others(self):
        return [
            (app, user) for app in APPS for user in USERS
            if app != self.app or (not self.is_backend and user != self.user)
        ]

    @property
    def victims(self):
        """One side of the other app, and for a user one of the same app."""
        other = next(app for app in APPS if app != self.app)
        neighbour = [] if self.is_backend else [(self.app, next(user for user in USERS if user != self.user))]
        return neighbour + [(other, "ben" if self.user == "ann" else "ann")]

    def headers(self, world):
        side = world.sides[self.app, self.user]
        if self.is_backend:
            return {"Authorization": "Bearer " + world.keys[self.app, self.name[4:]]}
        if self.name == "device":
            return {"Authorization": "Peal-Device %s:%s" % (side.ids["device"], side.ids["deviceKey"])}
        if self.name == "action":
            return {"Authorization": "Peal-Action " + side.ids["actionToken"]}
        if self.name == "token":
            return {"Authorization": "Bearer " + world.tokens[self.app, self.user]}
        return {}


def callers(app, user):
    scopes = [scope + suffix for scope in ("*", *SCOPES) for suffix in ("", ":read")]
    return [Caller(name, app, user) for name in ("token", "device", "action", "ticket", *("key " + scope for scope in scopes))]
