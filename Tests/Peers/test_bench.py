"""The benchmark against a real server, in small: what it counts is what the server says."""

import json
import subprocess
from pathlib import Path

from patience import PATIENCE


def test_a_load_is_measured(peal, tmp_path):
    catalogs = Path(__file__).parents[2] / "Catalogs"
    command = [str(peal.parent / "peal-bench"), "load", "--json", "--triggers", "30", "--audience", "30", "--peal", str(peal)]
    done = subprocess.run(
        [*command, "--catalogs", str(catalogs)], capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-2000:]
    phases = json.loads(done.stdout)["phases"]
    assert [phase["pushes"] for phase in phases] == [30, 30], phases
    assert all(phase["name"] for phase in phases), phases
