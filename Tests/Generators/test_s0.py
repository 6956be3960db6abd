"""S0's own TypeScript interfaces compile against what the server answers (R086, R190)."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import requests

from patience import PATIENCE, SETTLE_MS
from trial import Trial

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
# S0's `Notification` is also the name of a browser's interface, so the browser's names are left out.
COMPILE = ["tsc", "--strict", "--target", "es2019", "--lib", "es2019", "--typeRoots", "none"]
FETCH = "declare function fetch(url: string, more: object): Promise<any>;\ndeclare const console: { log(text: string): void };\n"
ACCEPT = "declare function accept<Model>(): <Value extends Model>(value: Value) => void;\n"


@pytest.fixture(scope="module")
def gss(binary, tmp_path_factory):
    trial = Trial(binary, tmp_path_factory.mktemp("gss"), ROOT / "Catalogs", app="gss")
    yield trial
    assert trial.stop() == 0


def compiles(directory, *files):
    """Whether S0's interfaces and these files compile together, and what the compiler says."""
    shutil.copy(HERE / "s0.ts", directory)
    done = subprocess.run([*COMPILE, "--outDir", "out", "s0.ts", *files],
                          cwd=directory, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode == 0, done.stdout + done.stderr


def call(trial, method, path, body):
    answer = requests.request(method, trial.url + path, json=body, timeout=PATIENCE,
                              headers={"Authorization": "Bearer " + trial.secret_key})
    assert answer.status_code < 300, answer.text
    return answer.json()


def fill(trial, user):
    """One notification of each kind that the inbox can hold, and waits until all are there."""
    call(trial, "PUT", "/api/v1/users/" + user, {"name": "Anna"})
    phone = {"app": "gss", "user": user, "provider": "fcm", "platform": "android", "permission": "granted"}
    requests.post(trial.url + "/sandbox/phones", json=phone, timeout=PATIENCE).raise_for_status()
    call(trial, "PUT", "/api/v1/entities/event/e1", {"times": {"startsAt": "2030-01-01T18:00:00Z"}})
    to = {"users": [user]}
    for body in [
        {"type": "kudos", "data": {"from": "Dana", "message": "Thanks"}},
        {"type": "streak-risk", "data": {"days": 3}},
        {"type": "eta-request", "entity": "event/e1",
         "data": {"host": "Hugo", "event": "Lunch run", "startsAt": "2030-01-01T18:00:00Z"}},
        {"type": "system", "data": {"headline": "News", "message": "All is well"}},
    ]:
        call(trial, "POST", "/api/v1/triggers", {**body, "to": to})
    requests.post(trial.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE).raise_for_status()


def literals(answers):
    """A TypeScript file that hands each answer to its interface."""
    lines = [ACCEPT]
    for model, values in [("NotificationPreferences", answers["preferences"]), ("Notification", answers["notifications"])]:
        lines += ["accept<%s>()(%s);\n" % (model, json.dumps(value)) for value in values]
    return "".join(lines)


def test_interfaces(gss, tmp_path):
    fill(gss, "anna")
    (tmp_path / "platform.ts").write_text(FETCH)
    shutil.copy(HERE / "services.ts", tmp_path)
    done, log = compiles(tmp_path, "platform.ts", "services.ts")
    assert done, log
    run = subprocess.run(["node", str(tmp_path / "out" / "services.js"), gss.url, gss.user_token("anna")],
                         capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    answers = json.loads(run.stdout)
    assert len(answers["preferences"]) == 5 and len(answers["notifications"]) == 7
    assert {row["status"] for row in answers["notifications"]} == {"delivered", "read"}
    assert any(row["actions"] for row in answers["notifications"])
    answered = tmp_path / "answers.ts"
    answered.write_text(literals(answers))
    done, log = compiles(tmp_path, "answers.ts")
    assert done, log

    # An answer that breaks its interface would be found.
    for change in [{"status": "sent"}, {"priority": "urgent"}, {"readAt": None}, {"channels": ["sms"]}]:
        answered.write_text(literals({**answers, "notifications": [{**answers["notifications"][0], **change}]}))
        done, _ = compiles(tmp_path, "answers.ts")
        assert not done, change
