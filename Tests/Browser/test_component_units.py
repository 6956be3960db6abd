"""What the components compute, by Node: texts, dates, groups, heights and announcements."""

import subprocess

from elements import ROOT
from patience import PATIENCE


def test_units(tmp_path):
    target = tmp_path / "units.test.mjs"
    subprocess.run(["esbuild", str(ROOT / "clients/typescript/test/components/units.test.ts"), "--bundle", "--platform=neutral", "--format=esm",
                    "--external:node:*", "--target=es2022", "--outfile=%s" % target, "--log-level=warning"], check=True, timeout=PATIENCE)
    result = subprocess.run(["node", "--test", str(target)], capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 0, result.stdout
    assert "# fail 0" in result.stdout and "# pass 1" in result.stdout, result.stdout
