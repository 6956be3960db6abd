"""The React components and hooks of clients/typescript/src/react, in React 18 of Debian and a real browser."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HERE = ROOT / "clients/typescript/test/react"
#: Where Debian installs react, react-dom and redux.
DEBIAN = "/usr/share/nodejs"
#: Each case of the page is a test here: a name in quotes that starts a function.
CASES = re.findall(r"^  (?:async )?'(.+)'\(\)", (HERE / "cases.ts").read_text(), re.M)


def bundled(source, target, *options):
    """Builds a page's script from TypeScript, with React of Debian."""
    subprocess.run(
        ["esbuild", str(source), "--bundle", "--format=esm", "--target=es2020", "--log-level=warning",
         '--define:process.env.NODE_ENV="development"', "--outfile=%s" % target, *options],
        check=True, env={**os.environ, "NODE_PATH": DEBIAN},
    )
    return target


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    assert shutil.which("esbuild"), "esbuild is missing: apt-get install esbuild"
    script = bundled(HERE / "cases.ts", tmp_path_factory.mktemp("react") / "cases.js")
    page = browser.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.set_content("<!doctype html><html lang=en><body></body></html>")
    page.add_script_tag(content=script.read_text(), type="module")
    page.wait_for_function("window.cases")
    page.errors = errors
    yield page
    page.close()


def test_every_case_of_the_page_is_a_test(page):
    assert page.evaluate("Object.keys(cases)") == CASES and len(CASES) >= 10


@pytest.mark.parametrize("name", CASES)
def test_react(page, name):
    page.evaluate("name => cases[name]()", name)
    # React warns on the console about what it is given and cannot use.
    assert page.errors == []
