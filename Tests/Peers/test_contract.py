"""schemathesis tries every call of the OpenAPI document: no 5xx, no answer but those it describes (R238).

    REQUESTS=200000 Scripts/peers Tests/Peers/test_contract.py    as many as that in place of about 3,000
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE
from trial import Trial

CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance",
]
# Moving the clock ends the tokens of the run; `settle` waits; the numbers are no JSON.
LEFT_OUT = "/sandbox/(clock|settle|reset)|/metrics|/stream|/realtime"


@pytest.fixture
def trial(peal, tmp_path):
    trial = Trial(peal, tmp_path, Path(__file__).parent / "catalogs")
    yield trial
    assert trial.stop() == 0


def test_every_answer_is_one_of_the_document(trial, tmp_path):
    wanted = int(os.environ.get("REQUESTS", "3000"))
    contract = trial.save_contract(tmp_path)
    calls = sum(len(operations) for operations in json.loads(contract.read_text())["paths"].values())
    settings = tmp_path / "schemathesis.toml"
    settings.write_text(
        '[auth.openapi.secretKey]\nbearer = "%s"\n[auth.openapi.personToken]\nbearer = "%s"\n'
        % (trial.secret_key, trial.user_token("fuzz", "P30D"))
    )
    # A third of them are the cases it tries always; the rest is spread over the calls.
    examples = max(1, (wanted - 2400) // calls)
    done = subprocess.run(
        [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(settings), "run", str(contract),
         "--url", trial.url, "--phases", "examples,coverage,fuzzing", "--max-examples", str(examples),
         "--checks", ",".join(CHECKS), "--continue-on-failure", "--no-shrink", "--suppress-health-check", "all",
         "--exclude-path-regex", LEFT_OUT, "--no-color", "--warnings", "off",
         *(["--generation-deterministic"] if wanted <= 3000 else ["--generation-database", "none"])],
        capture_output=True, text=True, cwd=tmp_path, timeout=10 * PATIENCE + wanted,
    )
    tried = re.search(r"([\d,]+) generated", done.stdout)
    assert done.returncode == 0 and tried, done.stdout[-20_000:] + done.stderr[-2_000:]
    # A run that is refused at the door proves nothing.
    assert int(tried[1].replace(",", "")) >= wanted // 3, tried[0]
