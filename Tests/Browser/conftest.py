"""What the tests share: a browser, and for each test a demo of its own."""

import json
import os
import queue
import shutil
import signal
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect, sync_playwright

from fonts import NARROW, only
from gss_site import Site
from page import DemoPage
from patience import PATIENCE, PATIENCE_MS
from site_server import bundle

ROOT = Path(__file__).parent.parent.parent


def find_peal():
    """The binary under test."""
    binary = Path(os.environ.get("PEAL", ROOT / ".build" / "debug" / "peal")).resolve()
    assert binary.exists(), "%s is missing: make build" % binary
    return binary


def find_browser(name="chromium"):
    """The browser that opens the pages."""
    program = os.environ.get("CHROMIUM") or shutil.which(name)
    assert program, "%s is missing: apt-get install %s" % (name, name)
    return program


@pytest.fixture(scope="session")
def peal():
    return find_peal()


class Browser:
    """A browser whose pages wait as long as every test does."""

    def __init__(self, playwright, font, name="chromium"):
        self.browser = playwright.chromium.launch(
            executable_path=find_browser(name), args=["--no-sandbox"], env={**os.environ, "FONTCONFIG_FILE": str(only(font))}
        )

    def __getattr__(self, name):
        return getattr(self.browser, name)

    def new_context(self, **options):
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        return context

    def new_page(self, **options):
        """A page in a context that closes with it."""
        page = self.browser.new_page(**options)
        page.set_default_timeout(PATIENCE_MS)
        return page


@pytest.fixture(scope="session")
def started():
    """Starts a browser by font and name when a test first asks for it."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        running = {}

        def of(font, name):
            if (font, name) not in running:
                running[font, name] = Browser(playwright, font, name)
            return running[font, name]

        yield of
        for browser in running.values():
            browser.close()


@pytest.fixture(scope="session")
def browsers(started):
    """A whole browser for each font."""
    return lambda font: started(font, "chromium")


@pytest.fixture(scope="session")
def browser(browsers):
    return browsers(NARROW)


@pytest.fixture(scope="session")
def shells(started):
    """A browser without windows for each font: pages open and draw in half the time, and there are no notifications."""
    return lambda font: started(font, "chromium-headless-shell")


@pytest.fixture(scope="session")
def shell(shells):
    return shells(NARROW)


class Demo:
    """A running `peal demo`."""

    def __init__(self, peal, directory):
        self.log = open(directory / "demo.log", "ab")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PEAL_")}
        self.process = subprocess.Popen(
            [str(peal), "demo", "--port", "0"], stdout=subprocess.PIPE, stderr=self.log, env=environment
        )
        lines = queue.Queue()
        threading.Thread(target=self.read, args=(lines,), daemon=True).start()
        try:
            self.url = json.loads(lines.get(timeout=PATIENCE))["url"]
        except queue.Empty:
            self.stop()
            raise AssertionError("the demo did not start") from None

    def read(self, lines):
        """Reads all it prints, so that it never waits for a reader."""
        for line in self.process.stdout:
            lines.put(line)

    def get(self, path):
        answer = requests.get(self.url + path, timeout=PATIENCE)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    def post(self, path, body):
        answer = requests.post(self.url + path, json=body, timeout=PATIENCE)
        assert answer.status_code < 300, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


@pytest.fixture
def demo(peal, tmp_path):
    """A demo of the test's own."""
    demo = Demo(peal, tmp_path)
    yield demo
    demo.stop()


@pytest.fixture(scope="session")
def shared(peal, tmp_path_factory):
    """A demo for tests that do not mind what others did to it."""
    demo = Demo(peal, tmp_path_factory.mktemp("shared"))
    yield demo
    demo.stop()


@contextmanager
def pages_of(shells, demo):
    """Opens pages of a demo; at the end none of them may have reported an error."""
    pages = []

    def open(app="gss", width=1440, height=900, scheme="light", wait=True, font=NARROW, **options):
        context = shells(font).new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        pages.append(DemoPage(context, demo, app, wait))
        return pages[-1]

    yield open
    for page in pages:
        page.context.close()
        assert page.errors == [], page.errors


@pytest.fixture
def opened(shells, demo):
    """Opens pages of the test's own demo."""
    with pages_of(shells, demo) as open:
        yield open


@pytest.fixture
def visited(shells, shared):
    """Opens pages of the shared demo."""
    with pages_of(shells, shared) as open:
        yield open


@pytest.fixture
def site(peal, tmp_path):
    """A site of its own origin with one script tag. `PEAL_CLIENT=sources` takes the client from its sources, not from the server."""
    if os.environ.get("PEAL_CLIENT") == "sources":
        site = Site(peal, tmp_path, bundle("peal.ts", tmp_path / "peal.js", "--format=esm", "--supported:import-meta=true"))
        site.server.files["/peal-sw.js"] = bundle("worker/index.ts", tmp_path / "peal-sw.js", "--format=iife")
    else:
        site = Site(peal, tmp_path)
    yield site
    site.stop()
