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
from patience import PATIENCE


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
        event("testCaseStarted", function("on"), 1.5, _testCase={"id": "a"}), event("testCaseEnded", function("on"), 2.0, _testCase={"id": "a"}),
        event("testCaseStarted", function("off"), 1.5, _testCase={"id": "a"}), event("testCaseStarted", function("off"), 1.5, _testCase={"id": "b"}),
        event("testCaseEnded", function("off"), 2.5, _testCase={"id": "a"}), event("testCaseEnded", function("off"), 2.5, _testCase={"id": "b"}),
        event("testEnded", function("on"), 4.0, ["a text of a passing test"]), event("testEnded", function("off"), 4.0),
        event("testEnded", SUITE, 9.0), event("runEnded", None),
    )
    assert said == '  ✔ LampTests.Switches "A switch": 2 tests, 2.5 s\n'
    assert report.ended and not report.failures
    assert report.seconds == {SUITE + "/on()": 0.5, SUITE + "/off()": 2.0}, "without the time in which a test waits for its turn"


def test_the_slowest_tests_come_first_whatever_part_they_were_in(tmp_path):
    file = tmp_path / "slowest.tsv"
    swift_tests.keep_times({"a": 1.0, "b": 3.0}, file)
    swift_tests.keep_times({"c": 2.0, "a": 0.5}, file)
    assert file.read_text() == "3.000\tb\n2.000\tc\n0.500\ta\n"


@pytest.fixture
def hanging(tmp_path):
    """A `swift` whose test begins and never ends."""
    tools = tmp_path / "tools"
    tools.mkdir()
    records = [declared("function", function("on")), event("testStarted", function("on"), 1.0)]
    (tools / "events").write_text("".join(json.dumps(record) + "\n" for record in records))
    (tools / "swift").write_text('#!/bin/sh\ncat "%s" >"$4"\nexec sleep 600\n' % (tools / "events"))
    (tools / "swift").chmod(0o755)
    return {**os.environ, "PATH": "%s:%s" % (tools, os.environ["PATH"]), "HANG": "1"}


def test_a_run_that_hangs_is_ended_and_says_where(hanging, tmp_path):
    command = [sys.executable, str(ROOT / "Scripts" / "swift-tests"), "--log", str(tmp_path / "log"), "--filter X"]
    done = subprocess.run(command, capture_output=True, text=True, env=hanging, timeout=PATIENCE)
    assert done.returncode == 1, done.stdout
    assert "nothing has happened for 1 s: this run hangs" in done.stdout
    assert "while running LampTests.Switches/on()" in done.stdout


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
        "  ✘ LampTests.Switches: 2 tests, 1 failed, 0.0 s",
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


@pytest.fixture
def played(tmp_path):
    """`make test` on a tree whose steps are played."""
    scripts = tmp_path / "Scripts"
    scripts.mkdir()
    for name in ("test", "quietly"):
        (scripts / name).write_text((ROOT / "Scripts" / name).read_text())
    parts = {
        "swift-tests": "echo '  ✔ A suite'; echo '✔ Test run with 7 tests in 2 suites passed after 1.0 seconds.' | tee -a .build/test.log",
        "peers": "echo peers; exit ${PEERS:-0}",
        "crash-catalogs": "echo nowhere",
    }
    # Whatever step is added to the real script is played here.
    for name in set(re.findall(r"Scripts/([a-z-]+)", (scripts / "test").read_text())) - {"test", "quietly"}:
        (scripts / name).write_text("#!/bin/sh\n%s\n" % parts.get(name, "echo %s" % name))
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "swift").write_text("#!/bin/sh\necho swift\n")
    judge = tmp_path / ".build" / "debug" / "peal-judge"
    judge.parent.mkdir(parents=True)
    judge.write_text("#!/bin/sh\necho seed 1: limits\necho \"$1: $* ${JUDGE:-0} violations\"\nexit ${JUDGE:-0}\n")
    for path in [*scripts.iterdir(), tools / "swift", judge]:
        path.chmod(0o755)

    def run(*arguments, **more):
        env = {**os.environ, "PATH": "%s:%s" % (tools, os.environ["PATH"]), **more}
        command = [sys.executable, str(scripts / "test"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=env)
        return done.returncode, done.stdout

    return run


def steps_of(said):
    return re.findall(r"^== \d+/\d+ (.+)$", said, re.M)


def test_the_closing_lines_are_the_last(played, tmp_path):
    status, said = played()
    lines = said.splitlines()
    assert status == 0, said
    assert re.fullmatch(r"make test: all (\d+) steps passed in \d+ s", lines[-1])
    assert "✔ Test run with 7 tests in 2 suites passed after 1.0 seconds." in lines[-4:]
    assert "seed 1: limits" not in said and any(line.endswith("sim --seeds 60 0 violations") for line in lines)
    assert "seed 1: limits" in (tmp_path / ".build" / "test.log").read_text()
    times = [line.split("\t") for line in (tmp_path / ".build" / "test-times.tsv").read_text().splitlines()]
    assert [(time[3], time[6]) for time in times] == [(step, "passed") for step in steps_of(said)]


def test_a_step_that_fails_is_named_and_how_to_go_on_from_there(played):
    status, said = played(JUDGE="1")
    assert status == 1 and "seed 1: limits" in said
    assert re.fullmatch(r"make test: FAILED at step \d+ of \d+, “Simulation”", said.splitlines()[-2])
    assert said.splitlines()[-1] == "again from there: Scripts/test --from 'Simulation'"
    assert steps_of(said)[-1] == "Simulation"
    _, said = played("--from", "Simulation", "--long", JUDGE="0")
    assert steps_of(said)[0] == "Simulation"


def test_the_long_form_has_all_steps_of_the_short_one_and_more_of_each(played):
    _, short = played()
    _, long = played("--long")
    assert [step for step in steps_of(long) if step in steps_of(short)] == steps_of(short)
    assert set(steps_of(long)) - set(steps_of(short)) == {
        "Generated clients", "Pictures of phones", "Mutations of phones", "More engines", "Coverage",
    }
    assert "sim --seeds 60" in short and "sim --seeds 300" in long
    assert "sim --seeds 7" in played("--only", "Simulation", SEEDS="7")[1]
    assert long.splitlines()[-1].startswith("make check: all ")


def test_a_run_that_has_to_end_leaves_out_what_only_the_long_form_has_and_says_so(played):
    _, short = played()
    status, said = played("--long", "--within", "0.01")
    assert status == 0 and steps_of(said) == steps_of(short)
    assert "sim --seeds 60" in said and "sim --seeds 300" not in said
    left_out = "more of “Simulation”, more of “Crash judge”, Generated clients, Pictures of phones, Mutations of phones, More engines, Coverage"
    assert "left out, as 0.01 minutes would have passed: " + left_out in said.splitlines()
    assert said.splitlines()[-1].startswith("make check: all %d steps passed" % len(steps_of(short)))
    _, whole = played("--long", "--within", "600")
    assert "left out" not in whole and steps_of(whole) == steps_of(played("--long")[1])


def test_steps_are_chosen_by_their_names(played):
    status, said = played("--only", "Peers", "Crash judge")
    assert status == 0 and steps_of(said) == ["Peers", "Crash judge"]
    assert played("--only", "Pears")[0] == 1


test_steps = script("test")


@pytest.mark.parametrize(
    "seconds, is_long, slowness, word",
    [
        (100, False, 1, ""), (100.1, False, 1, "45 s"), (190, True, 1, ""), (191, True, 1, "1 min 30 s"),
        # What counts is the speed of the machine; a faster one than usual is no reason to complain.
        (190, False, 2, ""), (191, False, 2, "1 min 30 s"), (100, False, 0.5, ""),
    ],
)
def test_a_step_says_that_it_took_twice_its_usual_time(seconds, is_long, slowness, word):
    step = test_steps.Step("Lamps", "true", 45, usual_long=90)
    assert test_steps.late(step, is_long, seconds, slowness) == ("   more than twice its usual " + word if word else "")
