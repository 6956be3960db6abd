"""The examples of clients/examples/web as a team meets them: the package installed without a registry, the React example built
against it, and both sites open in a browser against a sandbox on another origin."""

import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect

from patience import PATIENCE, SETTLE_MS


ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "clients/examples/web"
#: Where Debian installs React and its types.
DEBIAN = "/usr/share/nodejs"
KEY = {"Authorization": "Bearer sk_test_gss"}


def run(*command, cwd):
    environment = {**os.environ, "NODE_PATH": DEBIAN}
    ran = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@contextmanager
def started(*command, log):
    """A process that prints a line of JSON when it is ready."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PEAL_")}
    with open(log, "ab") as errors:
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=errors, env=environment)
    killer = threading.Timer(60, process.kill)
    killer.start()
    try:
        line = process.stdout.readline()
        assert line, Path(log).read_text()
        killer.cancel()
        yield json.loads(line)["url"]
    finally:
        killer.cancel()
        process.terminate()
        process.wait(timeout=PATIENCE)
        process.stdout.close()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The package, installed in a project of its own."""
    run("make", "package-client", cwd=ROOT)
    [archive] = (ROOT / ".build/clients").glob("peal-client-*.tgz")
    project = tmp_path_factory.mktemp("project")
    shutil.copy(archive, project)
    (project / "package.json").write_text('{"private": true}')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", "./" + archive.name, cwd=project)
    return project


class Site:
    """An example in a browser, with the sandbox that it calls."""

    def __init__(self, page, url, peal):
        self.page, self.url, self.peal, self.errors = page, url, peal, []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if "Content Security" in message.text else None)

    def call(self, method, path, body=None):
        answer = requests.request(method, self.peal + path, json=body, headers=KEY, timeout=PATIENCE)
        assert answer.ok, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def trigger(self, **trigger):
        self.call("POST", "/api/v1/triggers", trigger)
        assert self.call("POST", "/sandbox/settle", {"timeoutMs": SETTLE_MS})["settled"]

    def send_kudos(self, giver):
        self.trigger(type="kudos", to={"users": ["ana"]}, data={"from": giver, "message": "Thanks for setting up!"})

    def category(self, key):
        return self.call("GET", "/api/v1/users/ana/notification-preferences")["categories"][key]["enabled"]


@contextmanager
def site(browser, peal, folder, directory):
    port = free_port()
    with started(peal, "serve", "--sandbox", "--port", "0", "--origin", "http://localhost:%d" % port, log=directory / "peal.log") as url:
        with started("node", EXAMPLES / "server.mjs", folder, port, url, log=directory / "site.log") as address:
            context = browser.new_context(locale="en-GB")
            one = Site(context.new_page(), address, url)
            one.call("PUT", "/api/v1/users/ana", {"name": "Ana", "locale": "en", "timeZone": "Europe/Berlin"})
            yield one
            context.close()
            assert one.errors == []


@pytest.fixture
def plain(browser, peal, tmp_path):
    with site(browser, peal, EXAMPLES / "plain", tmp_path) as one:
        yield one


@pytest.fixture
def react(browser, peal, package, tmp_path):
    source = package / "react"
    if not source.exists():
        shutil.copytree(EXAMPLES / "react", source, ignore=shutil.ignore_patterns("node_modules", "dist"))
        build = json.loads((source / "package.json").read_text())["scripts"]["build"]
        run("sh", "-c", build, cwd=source)
    with site(browser, peal, source / "dist", tmp_path) as one:
        yield one


def opened(one, path=""):
    """Opens a page and waits until its empty list is read: polling would show what comes next only after 30 seconds."""
    one.page.goto(one.url + path)
    expect(one.page.locator("peal-inbox").first).to_contain_text("No notifications yet")


def wait_until(condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "not in time"
        time.sleep(0.05)


def saves_a_preference(one, path):
    one.page.goto(one.url + path)
    switch = one.page.locator("peal-preferences").get_by_role("switch", name="Kudos").first
    expect(switch).to_be_checked()
    assert one.category("kudos")
    switch.click()
    wait_until(lambda: not one.category("kudos"))
    one.page.reload()
    expect(switch).not_to_be_checked()


def test_plain_example_shows_a_notification_that_arrives(plain):
    opened(plain)
    plain.send_kudos("Dana")
    expect(plain.page.locator("peal-inbox").first).to_contain_text("Dana sent you kudos")
    expect(plain.page.locator("peal-bell").first).to_contain_text("1")


@pytest.mark.parametrize("name", ["plain", "react"])
def test_an_example_has_the_icon_that_browsers_ask_for(name, request):
    one = request.getfixturevalue(name)
    one.page.goto(one.url)
    icon = one.page.locator("link[rel=icon]").get_attribute("href")
    answer = one.page.request.get(one.url + icon)
    assert answer.ok and answer.headers["content-type"] == "image/svg+xml"


def test_plain_example_saves_a_preference(plain):
    saves_a_preference(plain, "")


def test_plain_example_opens_a_row_as_an_address_of_the_site(plain):
    plain.send_kudos("Dana")
    plain.page.goto(plain.url)
    plain.page.locator("peal-inbox").get_by_role("button", name="Unread. Dana sent you kudos").click()
    plain.page.wait_for_url(plain.url + "/kudos")


def test_react_example_shows_a_notification_that_arrives(react):
    opened(react)
    react.send_kudos("Dana")
    expect(react.page.locator("peal-inbox").first).to_contain_text("Dana sent you kudos")
    expect(react.page).to_have_title("(1) Community")


def test_react_example_opens_a_row_with_its_router(react):
    opened(react)
    react.page.evaluate("window.isSamePage = true")
    react.send_kudos("Dana")
    react.page.locator("peal-inbox").get_by_role("button", name="Unread. Dana sent you kudos").click()
    expect(react.page.get_by_role("heading", name="/kudos")).to_be_visible()
    assert react.page.evaluate("[location.pathname, window.isSamePage]") == ["/kudos", True]
    expect(react.page).to_have_title("Community")


def test_react_example_saves_a_preference(react):
    saves_a_preference(react, "/settings/notifications")


def test_react_example_shows_the_board_of_the_host(react):
    start = react.call("GET", "/sandbox/clock")["now"]
    react.call("PUT", "/api/v1/entities/event/lunch-run", {"times": {"startsAt": start}})
    react.call("PUT", "/api/v1/users/lukas", {"name": "Lukas"})
    for user, role in [("ana", "host"), ("lukas", "participant")]:
        react.call("PUT", "/api/v1/entities/event/lunch-run/members/" + user, {"role": role, "status": "confirmed"})
    react.trigger(type="eta-request", entity="event/lunch-run", data={"host": "Ana", "event": "Lunch run", "startsAt": start})
    react.page.goto(react.url + "/events/lunch-run/eta")
    board = react.page.locator("peal-host-board").first
    expect(board).to_contain_text("Lukas")
    jwt = react.call("POST", "/sandbox/tokens", {"app": "gss", "user": "lukas"})["jwt"]
    reply = {"status": "running-late", "estimatedMinutesLate": 10}
    answer = requests.post(
        react.peal + "/api/v1/events/lunch-run/eta", json=reply, headers={"Authorization": "Bearer " + jwt}, timeout=PATIENCE
    )
    assert answer.ok, answer.text
    expect(board).to_contain_text("+10 min late")


def test_react_example_and_recipes_fit_the_types_of_the_package(package):
    """Compiled where the package is installed: its types, not the sources'."""
    shutil.copytree(EXAMPLES / "recipes", package / "recipes", dirs_exist_ok=True)
    settings = json.loads((EXAMPLES / "react/tsconfig.json").read_text())
    types = DEBIAN + "/@types"
    settings["compilerOptions"].update(baseUrl=".", paths={"*": ["node_modules/*", types + "/*", DEBIAN + "/*"]}, typeRoots=[types], types=[])
    settings["include"] = ["react/*.tsx", "react/*.ts", "recipes/*.ts", "recipes/types/*.d.ts"]
    settings["exclude"] = ["recipes/*.test.ts", "recipes/*.test-double.ts"]
    (package / "tsconfig.json").write_text(json.dumps(settings))
    run("tsc", "--project", ".", cwd=package)


def test_the_core_runs_in_node_as_the_page_says(plain, package):
    """The block `unread.mjs` of docs/web.md: the core with a platform of 20 lines, and nothing that keeps the process alive."""
    [text] = re.findall(r"<!-- file: unread.mjs -->\n```js\n(.*?)```", (ROOT / "docs/web.md").read_text(), re.S)
    (package / "unread.mjs").write_text(text)
    plain.send_kudos("Dana")
    jwt = plain.call("POST", "/sandbox/tokens", {"app": "gss", "user": "ana"})["jwt"]
    assert run("node", "unread.mjs", plain.peal, jwt, cwd=package) == "Dana sent you kudos\n"


def test_package_has_no_dependency_and_no_source(package):
    installed = package / "node_modules"
    assert [folder.name for folder in installed.iterdir() if not folder.name.startswith(".")] == ["peal-client"]
    manifest = json.loads((installed / "peal-client/package.json").read_text())
    assert "dependencies" not in manifest and manifest["peerDependenciesMeta"]["react"]["optional"]
    for entry in manifest["exports"].values():
        for target in entry.values() if isinstance(entry, dict) else [entry]:
            assert (installed / "peal-client" / target).is_file(), target
