"""What the tests share: the binary, a scratch directory that is short, and the services they play."""

import os
from pathlib import Path

import pytest

from tenants.world import World

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def peal():
    binary = Path(os.environ.get("PEAL", ROOT / ".build" / "debug" / "peal")).resolve()
    assert binary.exists(), "%s is missing: make build" % binary
    return binary


@pytest.fixture(scope="session")
def judge(peal):
    binary = peal.with_name("peal-judge")
    assert binary.exists(), "%s is missing: make build" % binary
    return binary


@pytest.fixture(scope="module")
def world(peal, tmp_path_factory):
    """Two apps with two users each."""
    world = World(peal, tmp_path_factory.mktemp("tenants"))
    yield world
    world.stop()
