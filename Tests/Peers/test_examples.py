"""The examples of the OpenAPI document: every body has one, it fits its schema, and the server takes those of requests."""

import json
import re
from pathlib import Path

import pytest
import requests
from jsonschema import Draft202012Validator, FormatChecker

from contract import Contract
from patience import PATIENCE, SETTLE_MS
from trial import Trial

ROOT = Path(__file__).parent.parent.parent

# What is there before something is done to it, and the rest in the order of the document; what takes things away comes last.
FIRST = [
    "sandboxTokens", "sandboxAddPhone", "putUser", "putUsers", "putEntity", "putMembers", "registerDevice",
    "submitTrigger", "submitTriggers", "sandboxTap", "pageTicket",
]
LAST = [
    "markAllSeen", "markAllRead", "clearInbox", "restoreInbox", "previewCatalog", "lintCatalog", "diffCatalogTraffic",
    "putCatalog", "publishCatalogVersion", "rollBackCatalog", "sandboxAddFault", "sandboxMoveClock",
]
# What only an installation with another channel takes.
OF_CHANNELS = {"putAddress"}
IN_PATH = {"userId": "ann", "eventId": "e1", "type": "event", "key": "eventReminders", "phoneId": "phone-1", "actionId": "late-10"}


@pytest.fixture(scope="module")
def trial(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("trial"), ROOT / "Catalogs", app="gss")
    requests.post(trial.url + "/sandbox/clock", json={"set": "2026-11-20T16:00:00Z"}, timeout=PATIENCE).raise_for_status()
    yield trial
    assert trial.stop() == 0


@pytest.fixture(scope="module")
def contract(trial):
    return Contract(requests.get(trial.url + "/openapi.json", timeout=PATIENCE).json())


def faults(contract, schema, value):
    """What is wrong with a value."""
    whole = {**schema, "components": contract.document["components"]}
    return [error.message for error in Draft202012Validator(whole, format_checker=FormatChecker()).iter_errors(value)]


def test_every_body_has_an_example_that_fits_its_schema(contract):
    checked = 0
    for path, method, operation in contract.operations():
        for where, media, content in contract.bodies(operation):
            examples = contract.examples(content)
            assert examples, "%s %s has no example for %s %s" % (method, path, where, media)
            for example in examples:
                checked += 1
                assert faults(contract, content["schema"], example) == [], (operation["operationId"], where, example)
                if media == "application/problem+json":
                    assert str(example["status"]) == where, (operation["operationId"], where)
    assert checked >= 690, checked


class Run:
    """A backend and a user who send the examples, with the ids that their server made in place of those of the document."""

    def __init__(self, trial, contract):
        self.trial, self.contract = trial, contract
        self.ids = {}

    def send(self, path, method, operation, media, example):
        body = self.named(example if isinstance(example, str) else json.dumps(example))
        url = self.trial.url + self.named(path)
        if operation["operationId"] == "putCatalog" and media == "application/json":
            url += "?draft=true"
        answer = requests.request(
            method, url, data=body, timeout=PATIENCE,
            headers={"Content-Type": media, "Authorization": "Bearer " + self.credential(operation)},
        )
        assert answer.status_code < 300, (operation["operationId"], media, answer.status_code, answer.text)
        self.learn(operation["operationId"], answer)
        return answer

    def credential(self, operation):
        schemes = {scheme for option in operation["security"] for scheme in option}
        return self.ids["jwt"] if "personToken" in schemes else self.trial.secret_key

    def named(self, text):
        for name, value in {**IN_PATH, **self.ids}.items():
            text = text.replace("{%s}" % name, value)
        text = re.sub(r"(dev|ntf|trg|whk)_[0-9a-f]{32}", lambda id: self.ids[id[1]], text)
        return re.sub(r"pt_[A-Za-z0-9_-]{43}", lambda ticket: self.ids["pt"], text)

    def learn(self, operation, answer):
        if operation == "sandboxTokens":
            self.ids["jwt"] = answer.json()["jwt"]
        elif operation == "registerDevice":
            self.ids["dev"] = answer.json()["id"]
        elif operation == "submitTrigger":
            self.settle()
            self.find_newest()
        elif operation == "submitTriggers":
            self.ids["trg"] = answer.json()["items"][0]["id"]
        elif operation == "addWebhook":
            self.ids["whk"] = answer.json()["id"]
        elif operation == "pageTicket":
            self.ids["pt"] = answer.json()["ticket"]
        elif operation == "putCatalog":
            self.ids["version"] = str(answer.json()["version"])

    def find_newest(self):
        inbox = requests.get(
            self.trial.url + "/api/v1/notifications", headers={"Authorization": "Bearer " + self.ids["jwt"]}, timeout=PATIENCE
        )
        self.ids["ntf"] = inbox.json()["items"][0]["id"]

    def settle(self):
        answer = requests.post(self.trial.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE)
        assert answer.json()["settled"]


def test_the_server_takes_the_examples_of_requests(trial, contract):
    found = {operation["operationId"]: (path, method, operation) for path, method, operation in contract.operations()}
    rest = [name for name in found if name not in FIRST + LAST and name not in OF_CHANNELS]
    run, sent = Run(trial, contract), 0
    for name in FIRST + rest + LAST:
        path, method, operation = found[name]
        kind = path.split("/{id}")[0].rsplit("/", 1)[-1]
        ids = {
            "devices": "{dev}", "triggers": "{trg}", "notifications": "{ntf}", "webhooks": "{whk}", "{type}": "e1",
        }
        path = path.replace("{id}", ids.get(kind, "{id}"))
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            for example in contract.examples(content):
                if name == "resumeTrigger":
                    cancel(trial, run.ids["trg"])
                if name in ("replyEta", "takeAction"):
                    ask(trial)
                    run.settle()
                    run.find_newest()
                answer = run.send(path, method, operation, media, example)
                sent += 1
                responses = contract.resolved(operation["responses"][str(answer.status_code)])
                content_type = answer.headers.get("Content-Type", "").split(";")[0]
                if "json" in content_type:
                    schema = responses["content"][content_type]["schema"]
                    assert faults(contract, schema, answer.json()) == [], (name, answer.text)
    assert sent >= 39, sent


def ask(trial):
    """Replies to an event are open near its start, once a participant was asked."""
    headers = {"Authorization": "Bearer " + trial.secret_key}
    start = "2026-11-20T17:00:00Z"
    answer = requests.patch(
        trial.url + "/api/v1/entities/event/e1", json={"times": {"startsAt": start}}, headers=headers, timeout=PATIENCE
    )
    assert answer.status_code == 200, answer.text
    question = {"type": "eta-request", "entity": "event/e1", "data": {"host": "Ben", "event": "Lunch run", "startsAt": start}}
    answer = requests.post(trial.url + "/api/v1/triggers", json=question, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 202, answer.text


def cancel(trial, trigger):
    headers = {"Authorization": "Bearer " + trial.secret_key}
    assert requests.delete(trial.url + "/api/v1/triggers/" + trigger, headers=headers, timeout=PATIENCE).status_code == 200
