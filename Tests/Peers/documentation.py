"""Runs the commands of a page: every fenced `sh` block, in order, in one shell in a fresh directory.

An HTML comment in front of a block says how it runs; readers do not see it.

    <!-- not run: the reason -->       the block is skipped
    <!-- terminal: server -->          it runs in a terminal of its own until the next block of that terminal, and has to
                                       print its ready line
    <!-- expect: a text -->            the block prints this text; may be repeated
    <!-- refused: 422 -->              the last command of the block is answered with a problem of this status, and only that one fails
    <!-- file: mint.py -->             the block, of any language, is written to this file
    <!-- answer -->                    in front of a `json` block: the last JSON that the block before it printed is this one,
                                       key by key; ids and times may differ
    <!-- merged into peal.yaml -->     in front of a `yaml` block. A value "…" is taken from a `name=value` printed before
    <!-- setup                         commands that a reader has done already or may skip
    …
    -->

A block fails when a command in it fails, when an HTTP answer is 4xx or 5xx, or when an expected text or
answer is missing.
"""

import json
import os
import random
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
MARKS = re.compile(r"(not run|terminal|expect|file|refused): (.+)|(merged into peal\.yaml)|(setup)\n(.*)|(answer)", re.S)
#: Ports that the pages name, in runs that stay together.
PORTS = [(5173,), (8080,), (8090,), (9099, 9100, 9101, 9102, 9103), (9200,)]


#: What differs from one run to the next: ids, and times as programs and as people read them.
CHANGING = [
    (re.compile(r"\b(trg|ntf|dlv|dev)_[0-9a-z]+"), r"\1_"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?"), "TIME"),
    (re.compile(r"\((TIME|\d\d:\d\d(:\d\d)?) UTC\)"), "(UTC)"),
]


class PageError(Exception):
    """What is wrong with a page, with the line of the block."""


@dataclass
class Block:
    """A fenced block, or the commands of a setup comment."""

    line: int
    language: str
    text: str
    skipped: str | None = None
    terminal: str | None = None
    merged: bool = False
    file: str | None = None
    expected: list = field(default_factory=list)
    refused: str | None = None
    is_answer: bool = False


def blocks(page):
    """The `sh` blocks of a page, the `yaml` blocks that are merged, and the setups, in order."""
    found, marks, at, lines = [], [], 0, page.split("\n")
    while at < len(lines):
        line = lines[at]
        if line.startswith("<!--"):
            start = at
            while "-->" not in lines[at]:
                at += 1
                if at == len(lines):
                    raise PageError("line %d: the comment has no end" % (start + 1))
            comment = "\n".join(lines[start : at + 1])[4:].split("-->")[0].strip()
            mark = MARKS.fullmatch(comment)
            if not mark:
                raise PageError("line %d: unknown mark: %s" % (start + 1, comment))
            if mark[4]:
                found.append(Block(start + 1, "sh", mark[5] + "\n"))
            else:
                marks.append((start + 1, mark))
        elif line.startswith("```"):
            start, language = at, line[3:]
            at += 1
            while lines[at] != "```":
                at += 1
                if at == len(lines):
                    raise PageError("line %d: the block has no end" % (start + 1))
            block = Block(start + 1, language, "\n".join(lines[start + 1 : at]) + "\n")
            for _, mark in marks:
                if mark[1] == "not run":
                    block.skipped = mark[2]
                elif mark[1] == "terminal":
                    block.terminal = mark[2]
                elif mark[1] == "expect":
                    block.expected.append(mark[2])
                elif mark[1] == "file":
                    block.file = mark[2]
                elif mark[1] == "refused":
                    block.refused = mark[2]
                elif mark[6]:
                    block.is_answer = True
                else:
                    block.merged = True
            is_file = block.file is not None and len(marks) == 1
            is_answer = block.is_answer and len(marks) == 1 and block.language == "json"
            if not is_file and not is_answer and marks and (
                block.merged != (block.language == "yaml") or block.language not in ("sh", "yaml")
                or block.file or block.is_answer
            ):
                raise PageError("line %d: a mark that does not fit a block of %s" % (start + 1, language or "text"))
            if block.language == "sh" or block.merged or block.file or block.is_answer:
                found.append(block)
            marks = []
        elif line.strip() and marks:
            raise PageError("line %d: the mark stands in front of no block" % marks[0][0])
        at += 1
    if marks:
        raise PageError("line %d: the mark stands in front of no block" % marks[0][0])
    return found


def free_ports(count):
    """The first of some free ports in a row, below those that a system gives to connections: nothing takes one meanwhile."""
    while True:
        taken = []
        base = random.randrange(20_000, 32_000 - count)
        try:
            for port in range(base, base + count):
                taken.append(socket.socket())
                taken[-1].bind(("127.0.0.1", port))
            return base
        except OSError:
            continue
        finally:
            for one in taken:
                one.close()


class PageRun:
    """One run of a page."""

    def __init__(self, peal, directory):
        self.directory = directory
        self.output = ""
        self.printed = ""
        self.terminals = {}
        self.ports = {}
        for group in PORTS:
            base = free_ports(len(group))
            self.ports.update({str(port): str(base + offset) for offset, port in enumerate(group)})
        tools = directory / "tools"
        tools.mkdir()
        (tools / "peal").symlink_to(peal)
        curl = tools / "curl"
        curl.write_text('#!/bin/sh\nexec %s --fail-with-body "$@"\n' % shutil.which("curl"))
        curl.chmod(curl.stat().st_mode | stat.S_IXUSR)
        # With the packages of this environment.
        python = tools / "python3"
        python.write_text('#!/bin/sh\nexec %s "$@"\n' % sys.executable)
        python.chmod(python.stat().st_mode | stat.S_IXUSR)
        self.work = directory / "work"
        self.work.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PEAL_")}
        self.environment = {
            **kept, "PATH": "%s:%s" % (tools, kept["PATH"]), "PEAL_SOURCE": str(ROOT), "PEAL_PORT": self.ports["8080"],
        }
        self.peal = peal
        self.shell = self.start("bash --noprofile --norc", stdin=subprocess.PIPE)
        self.lines = Lines(self.shell.stdout)

    def start(self, command, **options):
        return subprocess.Popen(
            ["bash", "-c", "exec " + command], cwd=self.work, env=self.environment, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [*self.terminals.values(), self.shell]:
            self.end(process)

    def run(self, page):
        """Runs the blocks of a page; how many ran."""
        count = 0
        for block in blocks(page):
            if block.skipped:
                continue
            if block.file:
                (self.work / block.file).write_text(self.here(block.text))
                continue
            if block.is_answer:
                self.compare(block)
            elif block.merged:
                self.merge(block)
            elif block.terminal:
                self.open(block)
            else:
                self.type(block)
            count += block.language == "sh"
        return count

    def here(self, text):
        """The text with this run's ports, and the paths of the binary and of the examples."""
        for port, mine in self.ports.items():
            text = re.sub(r"(?<!\d)%s(?!\d)" % port, mine, text)
        return text.replace(".build/debug/peal", str(self.peal)).replace("clients/examples", str(ROOT / "clients/examples"))

    def type(self, block):
        """Runs a block in the page's own terminal, to its end."""
        script, end = self.directory / "block.sh", "--end of line %d--" % block.line
        script.write_text("set -euo pipefail\n%s\nset +euo pipefail\n" % (self.refusal(block) if block.refused else self.here(block.text)))
        self.shell.stdin.write(". %s\necho; echo '%s'\n" % (script, end))
        self.shell.stdin.flush()
        printed, has_ended = self.lines.until(end)
        self.output += printed
        self.printed = printed
        if not has_ended:
            raise PageError("line %d: a command failed:\n%s" % (block.line, printed[-3000:]))
        if block.refused and '"status":%s,' % block.refused not in printed:
            raise PageError("line %d: is not refused with %s:\n%s" % (block.line, block.refused, printed[-3000:]))
        self.expect(block, printed)

    def refusal(self, block):
        """The commands of a block whose last one has to fail by the status of an answer."""
        *first, last = self.here(block.text).replace("\\\n", " ").strip().split("\n")
        return "\n".join([*first, "refused=0", last + " || refused=$?", "[ $refused = 22 ]"])

    def open(self, block):
        """Runs a block in a terminal of its own, after what ran there was stopped, until it says that it is ready."""
        if block.terminal in self.terminals:
            status = self.end(self.terminals[block.terminal])
            if status != 0:
                raise PageError("line %d: what ran in this terminal ended with %d" % (block.line, status))
        script = self.directory / ("%s.sh" % block.terminal)
        commands = self.here(block.text).strip().split("\n")
        script.write_text("\n".join(["set -e", *commands[:-1], "exec " + commands[-1]]) + "\n")
        process = self.terminals[block.terminal] = self.start("bash %s" % script)
        printed, is_ready = Lines(process.stdout).until('"ready":true')
        if not is_ready:
            raise PageError("line %d: does not become ready:\n%s" % (block.line, printed[-3000:]))
        self.expect(block, printed)

    def merge(self, block):
        """Puts a block's settings into peal.yaml."""
        path = self.work / "peal.yaml"

        def filled(value, name):
            if isinstance(value, dict):
                return {key: filled(member, key) for key, member in value.items()}
            if value != "…":
                return value
            printed = re.search(r"\b%s=(\S+)" % name, self.output)
            if not printed:
                raise PageError("line %d: no command printed %s=…" % (block.line, name))
            return printed[1]

        def put(target, more):
            for key, value in more.items():
                if isinstance(value, dict) and isinstance(target.get(key), dict):
                    put(target[key], value)
                else:
                    target[key] = value

        settings = yaml.safe_load(path.read_text())
        put(settings, filled(yaml.safe_load(self.here(block.text)), ""))
        path.write_text(yaml.safe_dump(settings))

    def expect(self, block, printed):
        for text in block.expected:
            if text not in printed:
                raise PageError("line %d: does not print %s:\n%s" % (block.line, text, printed[-3000:]))

    def compare(self, block):
        """Compares a page's answer with the last JSON that was printed before it."""
        answers = values(self.printed)
        if not answers:
            raise PageError("line %d: the block before it printed no JSON:\n%s" % (block.line, self.printed[-3000:]))
        faults = list(differences(json.loads(block.text), answers[-1]))
        if faults:
            raise PageError("line %d: the answer is another one:\n%s" % (block.line, "\n".join(faults)))

    @staticmethod
    def end(process):
        """Stops a process and what it started; its status."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        try:
            status = process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            status = process.wait()
        for stream in (process.stdin, process.stdout):
            if stream:
                try:
                    stream.close()
                except OSError:
                    pass
        return status


def values(text):
    """The JSON objects and lists that stand in a text, in order."""
    found, at, decoder = [], 0, json.JSONDecoder()
    while True:
        start = min((place for place in (text.find("{", at), text.find("[", at)) if place >= 0), default=-1)
        if start < 0:
            return found
        try:
            value, at = decoder.raw_decode(text, start)
            found.append(value)
        except ValueError:
            at = start + 1


def differences(written, printed, path="$"):
    """Where a page's answer and the real one differ, other than in ids and times."""
    if isinstance(written, dict) and isinstance(printed, dict):
        for key in [*written, *(key for key in printed if key not in written)]:
            if key not in printed:
                yield "%s.%s: is not in the answer" % (path, key)
            elif key not in written:
                yield "%s.%s: is missing on the page: %s" % (path, key, json.dumps(printed[key], ensure_ascii=False))
            else:
                yield from differences(written[key], printed[key], "%s.%s" % (path, key))
    elif isinstance(written, list) and isinstance(printed, list):
        if len(written) != len(printed):
            yield "%s: %d elements on the page, %d in the answer" % (path, len(written), len(printed))
        for index, pair in enumerate(zip(written, printed)):
            yield from differences(*pair, "%s[%d]" % (path, index))
    elif path.endswith(".nextCursor") and isinstance(written, str) and isinstance(printed, str):
        # A cursor is opaque, and a new one each time.
        pass
    elif steady(written) != steady(printed):
        yield "%s: %r on the page, %r in the answer" % (path, written, printed)


def steady(value):
    """A value without what changes from run to run."""
    if not isinstance(value, str):
        return value
    for pattern, word in CHANGING:
        value = pattern.sub(word, value)
    return value


class Lines:
    """What a process prints, read on a thread so that waiting has an end."""

    def __init__(self, stream):
        self.changed, self.text, self.is_over = threading.Condition(), "", False
        threading.Thread(target=self.read, args=(stream,), daemon=True).start()

    def read(self, stream):
        try:
            for line in stream:
                with self.changed:
                    self.text += line
                    self.changed.notify_all()
        except (OSError, ValueError):
            pass
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def until(self, mark):
        """What was printed up to a mark, and whether it came."""
        deadline = time.monotonic() + PATIENCE
        with self.changed:
            self.changed.wait_for(lambda: mark in self.text or self.is_over, deadline - time.monotonic())
            found = mark in self.text
            end = self.text.index("\n", self.text.index(mark)) + 1 if found else len(self.text)
            printed, self.text = self.text[:end], self.text[end:]
            return printed.split(mark)[0] if mark.startswith("--end") else printed, found
