"""`peal link analytics`: a link that is listed, shows figures of one app, and ends when it is revoked."""

import re
import subprocess
import time

import pytest
import requests

from deployment import PealProcess, clean_environment
from patience import PATIENCE


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("links") / "data"


@pytest.fixture(scope="module")
def server(peal, data):
    process = PealProcess([str(peal), "serve", "--sandbox", "--port", "0", "--data", str(data)], data.parent / "serve.log")
    yield process.ready["url"]
    process.stop()


def run(peal, data, *arguments):
    result = subprocess.run([str(peal), *arguments, "--data", str(data)], capture_output=True, text=True, env=clean_environment(), timeout=PATIENCE)
    return result.returncode, result.stdout, result.stderr


def figures(server, key):
    return requests.get(server + "/api/v1/analytics/figures", headers={"Authorization": "Bearer " + key}, timeout=PATIENCE)


def test_a_link_is_printed_listed_and_can_be_ended(peal, server, data):
    code, out, err = run(peal, data, "link", "analytics", "--app", "gss", "--for", "7d")
    assert code == 0, err
    path, key = re.fullmatch(r"(/p/gss/analytics)#key=(pl_[\w-]+)\n", out).groups()
    assert requests.get(server + path, timeout=PATIENCE).status_code == 200
    answer = figures(server, key)
    assert answer.status_code == 200 and answer.json()["app"] == "gss"
    listed = [line for line in run(peal, data, "keys", "list")[1].splitlines() if "link: analytics" in line]
    assert len(listed) == 1 and "figures:read" in listed[0] and key not in listed[0]
    identifier = listed[0].split()[0]
    assert err.rstrip().endswith("peal keys revoke --app gss " + identifier)
    assert run(peal, data, "keys", "revoke", "--app", "gss", identifier)[0] == 0
    end = time.monotonic() + PATIENCE
    while figures(server, key).status_code != 401:
        assert time.monotonic() < end, "the link still works"
        # The sandbox's clock stands still, and with it the time after which the server reads its keys again.
        requests.post(server + "/sandbox/clock", json={"advance": "PT11S"}, timeout=PATIENCE)


@pytest.mark.parametrize("duration", ["59m", "93d", "week", "0d"])
def test_a_duration_out_of_range_is_refused(peal, data, server, duration):
    code, _, err = run(peal, data, "link", "analytics", "--app", "gss", "--for", duration)
    assert code != 0 and "from 1h to 92d, such as 7d" in err


def test_an_unknown_app_is_named(peal, data, server):
    code, _, err = run(peal, data, "link", "analytics", "--app", "gs")
    assert code != 0 and "gss" in err
