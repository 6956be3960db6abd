"""The React components and hooks of clients/typescript/src/react, and the recipes: in Debian's React 18 and a real browser, on a
server without a document, and in the eyes of the type checker."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE


ROOT = Path(__file__).parent.parent.parent
HERE = ROOT / "clients/typescript/test/react"
RECIPES = ROOT / "clients/examples/web/recipes"
#: Where Debian installs react, react-dom and redux.
DEBIAN = "/usr/share/nodejs"
#: Each case of the page is a test here: a name in quotes that starts a function.
CASES = re.findall(r"^  (?:async )?'(.+)'\(\)", (HERE / "cases.ts").read_text(), re.M)


def run(*command):
    """Runs a tool; what it printed when it fails."""
    assert shutil.which(command[0]), "%s is missing: make clients" % command[0]
    ran = subprocess.run(
        [str(part) for part in command], env={**os.environ, "NODE_PATH": DEBIAN}, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def bundled(source, target, *options):
    """Builds a script from TypeScript, with React of Debian."""
    run("esbuild", source, "--bundle", "--log-level=warning", '--define:process.env.NODE_ENV="development"',
        "--outfile=%s" % target, *options)
    return target


@pytest.fixture(scope="module")
def page(shell, tmp_path_factory):
    script = bundled(HERE / "cases.ts", tmp_path_factory.mktemp("react") / "cases.js", "--format=esm")
    page = shell.new_page()
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
    assert page.evaluate("Object.keys(cases)") == CASES and len(CASES) >= 12


@pytest.mark.parametrize("name", CASES)
def test_react(page, name):
    page.evaluate("name => cases[name]()", name)
    # React warns on the console about what it is given and cannot use.
    assert page.errors == []


def test_react_on_a_server(tmp_path):
    run("node", "--test", bundled(HERE / "server.test.ts", tmp_path / "server.test.cjs", "--platform=node", "--target=node18"))


def test_recipes_run(tmp_path):
    """With Debian's Redux, and a createSlice and a query cache of the test's own."""
    slice, redux = RECIPES / "createSlice.test-double.ts", DEBIAN + "/redux/dist/redux.js"
    run("node", "--test", bundled(RECIPES / "recipes.test.ts", tmp_path / "recipes.test.cjs", "--platform=node", "--target=node18",
                                  "--alias:@reduxjs/toolkit=%s" % slice, "--alias:redux=%s" % redux))


@pytest.mark.parametrize("name", ["tanstackQuery.ts", "reduxToolkit.ts"])
def test_a_recipe_has_twenty_lines_at_most(name):
    lines = [line for line in (RECIPES / name).read_text().split("\n") if line.strip() and not line.lstrip().startswith("/")]
    assert 5 <= len(lines) <= 20


def test_types_of_components_hooks_and_recipes():
    """`test/react/types.tsx` says what a team may write and what the checker refuses."""
    run("tsc", "--project", HERE)
