"""The audit log as a stranger verifies it: an export over HTTP, a checkpoint from the command line, no code of Peal's."""

import json
import subprocess
import time
from pathlib import Path

import pytest
import requests

import audit_log
from patience import PATIENCE, SETTLE_MS
from trial import Trial

ROOT = Path(__file__).parent.parent.parent
USERS = 1_000


class Audited(Trial):
    def __init__(self, peal, directory, catalogs):
        self.peal, self.directory = peal, directory
        self.data = directory / "data"
        super().__init__(peal, directory, catalogs, app="gss", data=self.data)
        self.headers = {"Authorization": "Bearer " + self.secret_key}

    def send(self, method, path, body=None):
        answer = requests.request(method, self.url + path, json=body, headers=self.headers, timeout=PATIENCE)
        assert answer.status_code < 300, (path, answer.status_code, answer.text[:500])
        return answer

    def notify(self, users):
        body = {"type": "kudos", "to": {"users": users}, "data": {"from": "Ben", "message": "Thanks"}}
        answer = requests.post(self.url + "/api/v1/triggers", json=body, headers=self.headers, timeout=PATIENCE)
        assert answer.status_code == 202, answer.text
        requests.post(self.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE)

    def checkpoint(self, size):
        """The newest checkpoint as the command prints it, once it covers so many entries."""
        requests.post(self.url + "/sandbox/clock", json={"advance": "PT2M"}, timeout=PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            items = self.send("GET", "/api/v1/audit/checkpoints").json()["items"]
            if items and items[0]["size"] >= size:
                return self.command("checkpoint", "--app", "gss")
            time.sleep(0.2)
        raise AssertionError("no checkpoint of %d entries" % size)

    def command(self, *arguments):
        done = subprocess.run(
            [str(self.peal), "audit", *arguments, "--data", str(self.data)], capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def export(self):
        return self.send("GET", "/api/v1/audit/export").content.splitlines()


@pytest.fixture(scope="module")
def audited(peal, tmp_path_factory):
    trial = Audited(peal, tmp_path_factory.mktemp("audit"), ROOT / "Catalogs")
    users = ["u%d" % number for number in range(USERS)]
    trial.send("POST", "/api/v1/users/bulk", {"users": [{"id": user} for user in users]})
    trial.send("GET", "/api/v1/audit?limit=1")
    trial.notify(users)
    yield trial
    trial.stop()


@pytest.fixture(scope="module")
def evidence(audited):
    """An export of about 2,000 entries, a checkpoint of it, and the key that signed that."""
    size = json.loads(audited.export()[0])["size"]
    assert size >= 2 * USERS
    checkpoint = audit_log.Checkpoint(audited.checkpoint(size))
    return audited.export(), checkpoint, audited.command("key")


def test_an_untouched_log_is_verified_by_both(audited, evidence, tmp_path):
    lines, checkpoint, key = evidence
    assert audit_log.verify(lines, [checkpoint], [key]) == []
    (tmp_path / "export").write_bytes(b"\n".join(lines) + b"\n")
    (tmp_path / "checkpoint").write_text(audited.command("checkpoint", "--app", "gss"))
    (tmp_path / "key").write_text(key)
    command = [str(audited.peal), "audit", "verify", "export", "--checkpoint", "checkpoint", "--key", "key"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert done.returncode == 0 and "nothing was changed" in done.stdout, done.stdout + done.stderr
    lines = list(lines)
    lines[100] = lines[100].replace(b"sent", b"Sent", 1)
    (tmp_path / "export").write_bytes(b"\n".join(lines) + b"\n")
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert done.returncode == 1 and "entry 99" in done.stdout, done.stdout + done.stderr


def test_each_change_of_each_entry_is_found(evidence):
    lines, checkpoint, key = evidence
    size = json.loads(lines[0])["size"]
    before = audit_log.Log(lines[0])
    missed = []
    for at in range(1, size + 1):
        flipped = bytearray(lines[at])
        flipped[len(flipped) // 2] ^= 1
        other = at + 1 if at < size else at - 1
        swapped = list(lines)
        swapped[at], swapped[other] = swapped[other], swapped[at]
        for name, changed in (
            ("flip", [*lines[:at], bytes(flipped), *lines[at + 1:]]), ("drop", lines[:at] + lines[at + 1:]),
            ("insert", [*lines[:at], lines[at], *lines[at:]]), ("swap", swapped),
        ):
            if at == size:
                found = audit_log.verify(changed, [checkpoint], [key])
            else:
                log = before.copy()
                for line in changed[at:]:
                    log.read(line)
                    if log.problems:
                        break
                found = log.problems
            if not found:
                missed.append((name, at))
        before.read(lines[at])
    assert missed == []


def test_a_log_that_was_rewritten_or_cut_off_differs_from_a_saved_checkpoint(evidence):
    lines, checkpoint, key = evidence
    size = json.loads(lines[0])["size"]
    for at in (1, 2, size // 2, size):
        changed, last = lines[:at], None
        for line in lines[at:size + 1]:
            entry = json.loads(line)
            if last is None:
                line = line.replace(b'"source":"server"', b'"source":"client"')
            else:
                line = line.replace(entry["prev"].encode(), last[:16].hex().encode(), 1)
            last = audit_log.leaf_hash(line)
            changed.append(line)
        changed.append(b'{"end":%d}' % size)
        assert audit_log.verify(changed) == []
        assert audit_log.verify(changed, [checkpoint]) == ["another root at %d" % size]
        cut = lines[:at] + [b'{"end":%d}' % (at - 1)]
        assert audit_log.verify(cut) == [] and audit_log.verify(cut, [checkpoint])


def test_no_user_is_named_and_an_erasure_keeps_it_verifiable(audited, evidence):
    _, checkpoint, key = evidence
    audited.send("DELETE", "/api/v1/users/u7")
    lines = audited.export()
    assert audit_log.verify(lines, [checkpoint], [key]) == []
    assert b'"u7"' not in b"".join(lines)
    entries = audited.send("GET", "/api/v1/audit?limit=200").json()["items"]
    assert all(entry.get("userId") != "u7" for entry in entries)
