"""The benchmark against a real server, in small: what it counts is what the server says."""

import json
import subprocess
from pathlib import Path

from patience import PATIENCE


def load(peal, directory, *arguments):
    """The phases of a run."""
    catalogs = Path(__file__).parents[2] / "Catalogs"
    command = [str(peal.parent / "peal-bench"), "load", "--json", "--triggers", "30", "--peal", str(peal), *arguments]
    done = subprocess.run(
        [*command, "--catalogs", str(catalogs)], capture_output=True, text=True, timeout=PATIENCE, cwd=directory
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)["phases"]


def test_a_load_is_measured(peal, tmp_path):
    phases = load(peal, tmp_path, "--audience", "30")
    assert [phase["pushes"] for phase in phases] == [30, 30], phases
    assert all(phase["name"] for phase in phases), phases


def test_what_is_no_push_is_measured_after_the_pushes(peal, tmp_path):
    pushes, accepted, windows, pages = load(peal, tmp_path, "--audience", "0", "--requests", "100")
    assert pushes["pushes"] == 30, pushes
    assert accepted["requests"] == 100 and accepted["cpuMicrosecondsPerRequest"] > 0, accepted
    assert windows["windows"] == 100 and windows["cpuMicrosecondsPerWindow"] > 0, windows
    # Six pages of each inbox, to its end.
    assert pages["requests"] == 96 and pages["cpuMicrosecondsPerRequest"] > 0, pages
    assert not any("cpuMicrosecondsPerPush" in phase for phase in (accepted, windows, pages))
