"""A real `peal sandbox`: the simulators in a process of their own."""

import requests

from deployment import PealProcess
from patience import PATIENCE


class Sandbox:
    """A `peal sandbox` of its own."""

    def __init__(self, peal, directory, *options):
        self.process = PealProcess([str(peal), "sandbox", *options], directory / "sandbox.log")
        self.places = self.process.ready
        self.root = directory / "root.pem"
        self.root.write_text(requests.get(self.places["url"] + "/root.pem", timeout=PATIENCE).text)

    def get(self, path, **query):
        answer = requests.get(self.places["url"] + path, params=query, timeout=PATIENCE)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    def post(self, path, body):
        answer = requests.post(self.places["url"] + path, json=body, timeout=PATIENCE)
        assert answer.status_code in (200, 201, 204), (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def token(self, provider, project="peers", **more):
        return self.post("/phones/tokens", {"provider": provider, "project": project, "count": 1, **more})["token"]

    def retire(self, provider, token):
        """The token is not good any more, as when its app is removed."""
        self.post("/phones/retire", {"provider": provider, "token": token})

    def request_log(self, provider):
        return [item for item in self.get("/ledger")["items"] if item["provider"] == provider]

    def fault(self, **fault):
        self.post("/faults", fault)

    def clear_faults(self):
        assert requests.delete(self.places["url"] + "/faults", timeout=PATIENCE).status_code < 300
