"""A client generated from the OpenAPI document by openapi-python-client does an app's first three calls."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from deployment import eventually
from patience import PATIENCE
from trial import Trial

METHODS = {"get", "put", "post", "patch", "delete"}


@pytest.fixture(scope="module")
def trial(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("trial"), Path(__file__).parent / "catalogs")
    yield trial
    assert trial.stop() == 0


@pytest.fixture(scope="module")
def generated(trial, tmp_path_factory):
    """What the generator printed, and the package it made."""
    directory = tmp_path_factory.mktemp("generated")
    # It would format the code with a tool that need not be here.
    (directory / "settings.yaml").write_text("post_hooks: []\n")
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(trial.save_contract(directory)),
         "--config", str(directory / "settings.yaml"), "--meta", "none", "--output-path", str(directory / "peal_client")],
        capture_output=True, text=True, timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(directory))
    yield done.stdout + done.stderr, directory / "peal_client"
    sys.path.remove(str(directory))


def test_every_call_is_generated(trial, generated):
    printed, package = generated
    assert "will not be generated" not in printed and "Unable to process" not in printed, printed
    paths = json.loads(trial.save_contract(package.parent).read_text())["paths"]
    calls = sum(len(METHODS & set(operations)) for operations in paths.values())
    made = [file for file in package.glob("api/*/*.py") if file.name != "__init__.py"]
    assert len(made) == calls
    for file in made:
        importlib.import_module("peal_client.api.%s.%s" % (file.parent.name, file.stem))


def test_a_trigger_reaches_the_inbox(trial, generated):
    import peal_client
    from peal_client import models
    from peal_client.api.devices import register_device
    from peal_client.api.inbox import inbox
    from peal_client.api.triggers import get_trigger, submit_trigger

    backend = peal_client.AuthenticatedClient(trial.url, trial.secret_key, raise_on_unexpected_status=True)
    anna = peal_client.AuthenticatedClient(trial.url, trial.user_token("anna"), raise_on_unexpected_status=True)
    device = register_device.sync(
        "me", client=anna,
        body=models.DeviceInput(
            provider=models.Provider.FCM, platform=models.Platform.ANDROID, token="c" * 22 + ":APA91b" + "d" * 134
        ),
    )
    assert isinstance(device, models.RegisteredDevice) and device.id.startswith("dev_")
    trigger = models.Trigger(
        type_="note", entity="thing/t1", to=models.UsersAudience(users=["anna"]),
        data=models.TriggerData.from_dict({"title": "Lamp", "text": "It is on."}),
    )
    dry = submit_trigger.sync(client=backend, body=trigger, dry_run=True)
    assert isinstance(dry, models.TriggerAnswer) and dry.dry_run and [decision.user for decision in dry.decisions] == ["anna"]
    answer = submit_trigger.sync(client=backend, body=trigger)
    assert isinstance(answer, models.TriggerAccepted) and answer.id.startswith("trg_")

    def arrived():
        page = inbox.sync(client=anna)
        assert isinstance(page, models.InboxPage)
        return page.items
    [row] = eventually(arrived, "the notification is in the inbox")
    assert (row.title, row.body, row.trigger) == ("Lamp", "It is on.", answer.id)
    report = get_trigger.sync(answer.id, client=backend)
    assert isinstance(report, models.TriggerReport) and report.counts.recipients == 1


def test_a_problem_is_a_problem(trial, generated):
    import peal_client
    from peal_client import models
    from peal_client.api.triggers import submit_trigger

    backend = peal_client.AuthenticatedClient(trial.url, trial.secret_key)
    problem = submit_trigger.sync(client=backend, body=models.Trigger(type_="nosuch"))
    assert isinstance(problem, models.Problem) and problem.status == 422 and problem.code == models.ProblemCode.UNKNOWN_TYPE
