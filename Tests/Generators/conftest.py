"""The server whose document is tried, and where the generator lies."""

import os
from pathlib import Path

import openapi_generator_cli
import pytest

from trial import Trial

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@pytest.fixture(scope="session")
def generator():
    return Path(openapi_generator_cli.__file__).with_name("openapi-generator.jar")


@pytest.fixture(scope="session")
def binary():
    return Path(os.environ.get("PEAL", ROOT / ".build" / "debug" / "peal")).resolve()


@pytest.fixture(scope="session")
def trial(binary, tmp_path_factory):
    trial = Trial(binary, tmp_path_factory.mktemp("trial"), ROOT / "Tests" / "Peers" / "catalogs")
    yield trial
    assert trial.stop() == 0
