"""Generates the files of `peal generate`, compiles them with the language's own tools, and runs programs that use them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from deployment import clean_environment
from patience import PATIENCE

HERE = Path(__file__).parent
TSC = [
    "tsc", "--strict", "--noUnusedLocals", "--noUnusedParameters", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess",
    "--noImplicitOverride", "--target", "es2020", "--lib", "es2020,dom", "--module", "commonjs", "--typeRoots", "none",
]
MYPY = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--no-error-summary"]
SWIFTC = ["swiftc", "-swift-version", "6", "-warnings-as-errors"]


def run(*words, cwd):
    """A command's exit code and everything it printed."""
    environment = {**clean_environment(), "PYTHONPATH": ""}
    done = subprocess.run(
        list(map(str, words)), capture_output=True, text=True, timeout=PATIENCE, cwd=cwd, env=environment
    )
    return done.returncode, done.stdout + done.stderr


class Language:
    """A language of `peal generate`."""

    def __init__(self, name, file, program, compile_file, compile_program, start):
        self.name, self.file, self.program = name, file, program
        self.compile_file, self.compile_program, self.start = compile_file, compile_program, start

    def generate(self, peal, catalog, directory, *options, file=None):
        return run(peal, "generate", self.name, catalog, "--out", file or self.file, *options, cwd=directory)

    def typecheck(self, directory, files):
        """Compiles files that know nothing of each other: every warning is printed or an error."""
        # Two files of one Swift module would declare the same type twice.
        groups = [[file] for file in files] if self.name == "swift" else [files]
        done = [run(*self.compile_file, *group, cwd=directory) for group in groups]
        return max(status for status, _ in done), "".join(printed for _, printed in done)

    def build(self, directory):
        """Compiles the program of this folder with the file."""
        # The name of the Swift program ends so that no check takes it for a source of the package.
        shutil.copy(HERE / self.program, directory / self.program.removesuffix(".txt"))
        return run(*self.compile_program, cwd=directory)

    def call(self, directory, *arguments):
        """What the program prints."""
        status, printed = run(*self.start, *arguments, cwd=directory)
        assert status == 0, printed
        return json.loads(printed)


LANGUAGES = [
    Language("typescript", "peal.ts", "send.ts", [*TSC, "--noEmit"], [*TSC, "send.ts"], ["node", "send.js"]),
    Language("python", "peal.py", "send.py", MYPY, [*MYPY, "send.py"], [sys.executable, "send.py"]),
    Language(
        "swift", "Peal.swift", "main.swift.txt", [*SWIFTC, "-typecheck", "-parse-as-library"],
        [*SWIFTC, "-o", "send", "main.swift", "Peal.swift"], [os.path.join(".", "send")],
    ),
]
