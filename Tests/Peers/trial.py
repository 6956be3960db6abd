"""A `peal serve --sandbox`: the whole server with simulated push services, for whoever tries its API from outside."""

import requests

from deployment import PealProcess
from patience import PATIENCE


class Trial:
    def __init__(self, peal, directory, catalogs, app="peers", log_level="error", data=None):
        arguments = [str(peal), "serve", "--sandbox", "--port", "0", "--catalogs", str(catalogs), "--log-level", log_level]
        arguments += ["--data", str(data)] if data else []
        self.process = PealProcess(arguments, directory / "peal.log")
        self.url = self.process.ready["url"]
        self.app = app
        apps = requests.get(self.url + "/sandbox/apps", timeout=PATIENCE).json()
        self.secret_key = next(found["secretKey"] for found in apps if found["app"] == app)

    def user_token(self, user, lifetime="P1D"):
        """The token of a user, as the app's backend would sign it."""
        body = {"app": self.app, "user": user, "expiresIn": lifetime}
        return requests.post(self.url + "/sandbox/tokens", json=body, timeout=PATIENCE).json()["jwt"]

    def save_contract(self, directory):
        """The document as the server serves it."""
        file = directory / "openapi.json"
        file.write_bytes(requests.get(self.url + "/openapi.json", timeout=PATIENCE).content)
        return file

    def stop(self):
        return self.process.stop()
