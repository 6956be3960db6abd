"""The built command line, as a shell and a terminal see it."""

import json
import os
import pty
import select
import signal
import socket
import subprocess
import time

import pytest

from deployment import clean_environment
from patience import PATIENCE


@pytest.fixture(scope="module")
def quiet():
    return {name: value for name, value in clean_environment().items() if name != "NO_COLOR"}


def run(peal, *arguments, cwd, env, timeout=PATIENCE):
    return subprocess.run([str(peal), *arguments], capture_output=True, text=True, timeout=timeout, cwd=cwd, env=env)


def on_a_terminal(peal, arguments, cwd, env, until):
    """What a command writes to a terminal until `until` is seen; it is stopped then, or has ended."""
    process, descriptor = pty.fork()
    if process == 0:
        os.chdir(cwd)
        os.execve(str(peal), ["peal", *arguments], {**env, "TERM": "xterm-256color"})
    seen, deadline = b"", time.monotonic() + PATIENCE
    try:
        while until.encode() not in seen and time.monotonic() < deadline:
            if not select.select([descriptor], [], [], 1)[0]:
                continue
            try:
                seen += os.read(descriptor, 65536)
            except OSError:  # the other end is closed
                break
    finally:
        try:
            os.kill(process, signal.SIGTERM)
        except ProcessLookupError:
            pass
        os.waitpid(process, 0)
        os.close(descriptor)
    return seen.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("arguments, near", [
    (["serv"], "serve"), (["serv", "--help"], "serve"), (["help", "serv"], "serve"), (["keys", "crate"], "create"),
    (["queues", "pauze", "--help"], "pause"),
])
def test_an_unknown_command_ends_with_64_and_names_the_nearest(peal, tmp_path, quiet, arguments, near):
    done = run(peal, *arguments, cwd=tmp_path, env=quiet)
    assert done.returncode == 64 and done.stdout == ""
    assert done.stderr.startswith("Error: unknown command `") and "did you mean `%s`?" % near in done.stderr


def test_the_version_is_printed(peal, tmp_path, quiet):
    done = run(peal, "--version", cwd=tmp_path, env=quiet)
    assert done.returncode == 0 and done.stdout.split()[0] == "peal" and done.stdout.count("\n") == 1


def test_a_named_configuration_has_to_exist(peal, tmp_path, quiet):
    for arguments in (["serve", "--port", "0"], ["queues"], ["doctor"], ["backup", "copy.db"]):
        done = run(peal, *arguments, "--config", "typo.yaml", cwd=tmp_path, env=quiet)
        assert done.returncode == 1, arguments
        assert "typo.yaml does not exist" in done.stderr + done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_all_that_is_said(peal, tmp_path, quiet):
    run(peal, "init", cwd=tmp_path, env=quiet)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        message = "Error: port %d is in use; stop the other process or pass --port (0 picks a free one)\n" % port
        for arguments in (["serve"], ["serve", "--sandbox"], ["demo"], ["sandbox"]):
            done = run(peal, *arguments, "--port", str(port), cwd=tmp_path, env=quiet)
            assert (done.returncode, done.stdout, done.stderr) == (1, "", message), arguments


def test_no_error_shows_a_domain_of_foundation(peal, tmp_path, quiet):
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "catalogs").mkdir()
    (tmp_path / "catalogs" / "a.yaml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "file").write_text("")
    tries = [
        ["serve", "--config", "bytes.yaml"], ["serve", "--config", "catalogs"], ["init", "--config", "file/peal.yaml"],
        ["serve", "--sandbox", "--catalogs", "catalogs", "--port", "0"],
        ["serve", "--sandbox", "--data", "file/data", "--port", "0"],
        ["lint", "bytes.yaml", "none.yaml", "catalogs"], ["doctor", "--config", "bytes.yaml"],
    ]
    for arguments in tries:
        done = run(peal, *arguments, cwd=tmp_path, env=quiet)
        said = done.stdout + done.stderr
        assert done.returncode == 1 and said, arguments
        assert "NSCocoaError" not in said and "Error Domain" not in said and "Code=" not in said, said


def test_a_program_reads_json_and_a_terminal_a_sentence(peal, tmp_path, quiet):
    process = subprocess.Popen(
        [str(peal), "serve", "--sandbox", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        cwd=tmp_path, env=quiet, text=True,
    )
    try:
        line = process.stdout.readline()
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
    assert line == json.dumps(json.loads(line), separators=(",", ":")) + "\n"
    assert list(json.loads(line)) == ["ready", "url"] and json.loads(line)["ready"] is True
    seen = on_a_terminal(peal, ["serve", "--sandbox", "--port", "0"], tmp_path, quiet, "moves the clock.")
    assert "Peal is ready at \x1b[1mhttp://127.0.0.1:" in seen and "Ctrl-C stops it." in seen
    assert '"ready"' not in seen


def test_colours_are_for_terminals_and_not_against_the_users_will(peal, tmp_path, quiet):
    wrong = ["lint", "none.yaml"]
    assert "\x1b[31merror:\x1b[0m" in on_a_terminal(peal, wrong, tmp_path, quiet, "warnings")
    assert "\x1b[" not in on_a_terminal(peal, wrong, tmp_path, {**quiet, "NO_COLOR": "1"}, "warnings")
    assert "\x1b[" not in run(peal, *wrong, cwd=tmp_path, env=quiet).stdout
    assert "\x1b[1mUSAGE:\x1b[0m" in on_a_terminal(peal, ["serve", "--help"], tmp_path, quiet, "--help")


def test_lists_have_headers(peal, tmp_path, quiet):
    run(peal, "init", cwd=tmp_path, env=quiet)
    # The database is there after the first start.
    process = subprocess.Popen(
        [str(peal), "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path, env=quiet
    )
    try:
        assert process.stdout.readline()
        run(peal, "keys", "create", "--app", "reports", cwd=tmp_path, env=quiet)
        keys = run(peal, "keys", "list", cwd=tmp_path, env=quiet).stdout.splitlines()
        versions = run(peal, "catalog", "versions", cwd=tmp_path, env=quiet).stdout.splitlines()
        run(peal, "queues", "pause", "fcm", "--app", "reports", cwd=tmp_path, env=quiet)
        queues = run(peal, "queues", cwd=tmp_path, env=quiet).stdout.splitlines()
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
    assert keys[0].split() == ["ID", "APP", "CREATED", "EXPIRES", "LAST", "USED", "SCOPES", "NAME"] and "reports" in keys[1]
    assert versions[0].split()[:3] == ["APP", "VERSION", "STATE"] and len(versions) == 6
    assert queues[0].split() == ["QUEUE", "PENDING", "FAILED", "STATE"] and "paused by" in queues[1] and queues[-1].startswith("Times are those of ")


def test_a_log_of_json_is_one_object_a_line_and_has_what_operators_do(peal, tmp_path, quiet):
    run(peal, "init", cwd=tmp_path, env=quiet)
    process = subprocess.Popen(
        [str(peal), "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**quiet, "PEAL_LOG": "json"},
    )
    lines = []

    def until(found):
        while not any(found(line) for line in lines):
            text = process.stderr.readline()
            assert text, "the log ended: %s" % lines
            lines.append(json.loads(text))

    try:
        assert process.stdout.readline()
        acts = {
            "queue-paused": ["queues", "pause", "fcm", "--app", "reports"],
            "queue-resumed": ["queues", "resume", "fcm", "--app", "reports"],
            "key-created": ["keys", "create", "--app", "reports"],
            "data-key-created": ["keys", "rotate", "--app", "reports"],
            "root-key-rotated": ["keys", "rotate", "--root"],
        }
        for change, arguments in acts.items():
            done = run(peal, *arguments, cwd=tmp_path, env={**quiet, "SUDO_USER": "ana"})
            assert done.returncode == 0, done.stderr
            until(lambda line: line.get("change") == change)
        until(lambda line: line["message"] == "audit checkpoint")
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    for line in lines:
        assert line["time"].endswith("Z") and "T" in line["time"] and line["level"] and line["message"], line
    said = [line for line in lines if line["message"] == "an operator changed something"]
    assert [line["change"] for line in said] == list(acts), "one line each"
    assert {line["by"] for line in said} == {"ana"}
    checkpoint = next(line["checkpoint"] for line in lines if line["message"] == "audit checkpoint")
    assert checkpoint.startswith("peal/audit/") and checkpoint.count("\n") == 6
