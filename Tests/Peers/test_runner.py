"""The scripts of `make test`: what they print of runs that go well and of runs that do not."""

import importlib.machinery
import importlib.util
import io
import json
import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT


def script(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "Scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


quietly, swift_tests = script("quietly"), script("swift-tests")

SUITE = "LampTests.Switches"


def declared(kind, name, title=None):
    return {"kind": "test", "payload": {"kind": kind, "id": name, "name": name.split(".")[-1], "displayName": title}}


def event(kind, test, at=0.0, texts=(), **more):
    payload = {"kind": kind, "testID": test, "instant": {"absolute": at}, "messages": [{"text": t} for t in texts], **more}
    return {"kind": "event", "payload": payload}


def reported(*records):
    out = io.StringIO()
    report = swift_tests.Report(out)
    for record in records:
        report.read(json.dumps(record))
    return report, out.getvalue()


def function(name):
    return "%s/%s()/Switches.swift:3:4" % (SUITE, name)


def test_a_suite_that_passes_is_one_line():
    report, said = reported(
        declared("suite", SUITE, "A switch"), declared("function", function("on")), declared("function", function("off")),
        event("testStarted", function("on"), 1.0), event("testStarted", function("off"), 1.0),
        event("testEnded", function("on"), 2.0, ["a text of a passing test"]), event("testEnded", function("off"), 3.5),
        event("testEnded", SUITE, 9.0), event("runEnded", None),
    )
    assert said == '  ✔ LampTests.Switches "A switch": 2 tests, 2.5 s\n'
    assert report.ended and not report.failures


def test_a_failing_test_is_shown_with_all_that_it_reported():
    report, said = reported(
        declared("suite", SUITE), declared("function", function("on")), declared("function", function("off")),
        event("testStarted", function("on"), 1.0), event("testStarted", function("off"), 1.0),
        event("issueRecorded", function("off"), 1.5, ["first: 1 == 2", "a comment\nof two lines"], issue={"isKnown": False}),
        event("issueRecorded", function("on"), 1.5, ["known"], issue={"isKnown": True}),
        event("issueRecorded", function("on"), 1.5, ["warned"], issue={"isKnown": False, "severity": "warning"}),
        event("testEnded", function("on"), 2.0), event("issueRecorded", function("off"), 1.6, ["second"], issue={}),
        event("testEnded", function("off"), 3.0),
    )
    lines = said.splitlines()
    assert lines == [
        "  ✘ LampTests.Switches/off()", "      first: 1 == 2", "      a comment", "      of two lines", "      second",
        "  ✘ LampTests.Switches: 2 tests, 1 failed, 2.0 s",
    ]
    assert report.failures == [function("off")]
    assert swift_tests.pattern(report.failures[0]) == "LampTests.Switches/off"


def test_a_run_that_breaks_off_knows_what_was_running():
    report, _ = reported(
        declared("function", function("on")), event("testStarted", function("on"), 1.0), {"kind": "metadata", "payload": {}}
    )
    assert not report.ended and list(report.running) == [function("on")]


def test_progress_is_told_after_a_while():
    report, _ = reported(declared("function", function("on")), event("testStarted", function("on"), 1.0))
    report.progress(5)
    assert report.out.getvalue() == ""
    report.told -= swift_tests.PATIENCE
    report.progress(25)
    assert report.out.getvalue() == "  … 25 s: 0 of 1 tests done; running: LampTests.Switches/on()\n"


@pytest.fixture
def log(tmp_path):
    return tmp_path / "whole.log"


def run(log, code, patience=60):
    out = io.StringIO()
    status = quietly.run([sys.executable, "-u", "-c", code], str(log), out, patience)
    return status, out.getvalue()


def test_a_long_command_is_its_last_line(log):
    status, said = run(log, "print('\\n'.join(map(str, range(9000)))); print('9000 lines'); print()")
    assert (status, said) == (0, "  9000 lines\n")
    assert len(log.read_text().splitlines()) == 9002


def test_a_failing_command_is_shown_as_a_whole(log):
    status, said = run(log, "import sys; print('one'); sys.stderr.write('two\\n'); sys.exit(3)")
    assert status == 3 and said == "one\ntwo\n"


def test_a_killed_command_has_the_status_of_a_shell(log):
    assert run(log, "import os; os.kill(os.getpid(), 9)")[0] == 137


def test_a_command_that_takes_long_says_where_it_is(log):
    # The command ends when its progress was printed.
    code = "print('step 4 of 9', flush=True); import pathlib, sys, time\n" \
        "while not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.01)\nprint('over')"
    told = log.with_name("told")

    class Telling(io.StringIO):
        def write(self, text):
            if "step 4 of 9" in text:
                told.touch()
            return super().write(text)

    out = Telling()
    status = quietly.run([sys.executable, "-c", code, str(told)], str(log), out, 0.05)
    assert status == 0
    assert re.match(r"(  … \d+ s: \n)*  … \d+ s: step 4 of 9\n", out.getvalue()) and out.getvalue().endswith("  over\n")


def test_a_command_that_is_missing_is_named(log):
    out = io.StringIO()
    assert quietly.run(["/nonexistent/command"], str(log), out) == 127
    assert out.getvalue() == "/nonexistent/command cannot be started: No such file or directory\n"


def test_the_closing_lines_are_the_last(tmp_path):
    """`make test` on a tree whose steps are played: the runner's lines and the verdict close it."""
    scripts = tmp_path / "Scripts"
    scripts.mkdir()
    (scripts / "test").write_text((ROOT / "Scripts" / "test").read_text())
    (scripts / "quietly").write_text((ROOT / "Scripts" / "quietly").read_text())
    played = {
        "swift-tests": "echo '  ✔ A suite'; echo '✔ Test run with 7 tests in 2 suites passed after 1.0 seconds.' | tee -a .build/test.log",
        "crash-catalogs": "echo nowhere",
    }
    # Whatever step is added to the real script is played here.
    for name in set(re.findall(r"Scripts/([a-z-]+)", (scripts / "test").read_text())) - {"test", "quietly"}:
        (scripts / name).write_text("#!/bin/sh\n%s\n" % played.get(name, "echo %s" % name))
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "swift").write_text("#!/bin/sh\necho swift\n")
    judge = tmp_path / ".build" / "debug" / "peal-judge"
    judge.parent.mkdir(parents=True)
    judge.write_text("#!/bin/sh\necho seed 1: limits\necho \"$1: ${JUDGE:-0} violations\"\nexit ${JUDGE:-0}\n")
    for path in [*scripts.iterdir(), tools / "swift", judge]:
        path.chmod(0o755)

    def make_test(**more):
        env = {**os.environ, "PATH": "%s:%s" % (tools, os.environ["PATH"]), **more}
        done = subprocess.run(["bash", str(scripts / "test")], capture_output=True, text=True, timeout=60, env=env)
        return done.returncode, done.stdout

    status, said = make_test()
    lines = said.splitlines()
    assert status == 0, said
    assert re.fullmatch(r"make test: all (\d+) steps passed in \d+ s", lines[-1])
    assert "✔ Test run with 7 tests in 2 suites passed after 1.0 seconds." in lines[-4:]
    assert "seed 1: limits" not in said and "  sim: 0 violations" in lines
    assert "seed 1: limits" in (tmp_path / ".build" / "test.log").read_text()
    status, said = make_test(JUDGE="1")
    assert status == 1 and "seed 1: limits" in said
    assert re.fullmatch(r"make test: FAILED at step \d+ of \d+", said.splitlines()[-1])
