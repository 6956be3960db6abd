"""Verifies exports of audit logs by hashlib and `cryptography` alone: written from docs/audit.md, without a look at Peal's own.

    python3 Tests/Peers/audit_log.py EXPORT [CHECKPOINT [KEY]]
"""

import base64
import copy
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def leaf_hash(leaf):
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


class Tree:
    """The roots of the complete subtrees, the largest first (RFC 6962)."""

    def __init__(self, size=0, roots=()):
        self.size, self.roots = size, list(roots)
        assert len(self.roots) == bin(size).count("1"), "the frontier is damaged"

    def append(self, hashed):
        rest = self.size
        while rest & 1:
            hashed = node_hash(self.roots.pop(), hashed)
            rest >>= 1
        self.roots.append(hashed)
        self.size += 1

    def root(self):
        if not self.roots:
            return hashlib.sha256(b"").digest()
        found = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            found = node_hash(left, found)
        return found


class Checkpoint:
    """A signed note (C2SP): origin, size, root, time; an empty line; signatures."""

    def __init__(self, text):
        self.body, signatures = text.split("\n\n", 1)
        self.body += "\n"
        origin, size, root, self.time = self.body.splitlines()
        self.app, self.size, self.root = origin.removeprefix("peal/audit/"), int(size), base64.b64decode(root)
        self.signatures = [base64.b64decode(line.split(" ")[2]) for line in signatures.splitlines()]

    def is_signed_by(self, key):
        name, number, encoded = key.strip().split("+", 2)
        public = base64.b64decode(encoded)
        assert public[0] == 1, "not Ed25519"
        assert hashlib.sha256(name.encode() + b"\n" + public).digest()[:4].hex() == number
        for signature in self.signatures:
            if signature[:4].hex() != number:
                continue
            try:
                Ed25519PublicKey.from_public_bytes(public[1:]).verify(signature[4:], self.body.encode())
                return True
            except InvalidSignature:
                pass
        return False


class Log:
    """Reads an export line by line; `problems` is what was found wrong."""

    def __init__(self, head):
        self.problems, self.checkpoints, self.end = [], [], None
        head = json.loads(head)
        if head.get("format") != "peal-audit/1" or head.get("filtered"):
            self.problems.append("not a complete export")
        self.app, self.first, self.next = head["app"], head["first"], head["first"]
        frontier = bytes.fromhex(head["frontier"])
        self.tree = Tree(head["first"], [frontier[at:at + 32] for at in range(0, len(frontier), 32)])
        self.last = bytes.fromhex(head["last"])

    def copy(self):
        other = copy.copy(self)
        other.problems, other.checkpoints = list(self.problems), list(self.checkpoints)
        other.tree = Tree(self.tree.size, self.tree.roots)
        return other

    def read(self, line):
        try:
            entry = json.loads(line)
        except ValueError:
            self.problems.append("entry %d is not JSON" % self.next)
            return
        if "end" in entry:
            self.end = entry["end"]
        elif "checkpoint" in entry:
            self.checkpoints.append(Checkpoint(entry["checkpoint"]))
        elif entry.get("seq") != self.next or entry.get("app") != self.app:
            self.problems.append("entry %s in place of %d" % (entry.get("seq"), self.next))
        elif entry.get("prev") != self.last[:16].hex():
            self.problems.append("entry %d was changed" % (self.next - 1))
        else:
            self.last = leaf_hash(line)
            self.tree.append(self.last)
            self.next += 1

    def finish(self):
        if self.end != self.next:
            self.problems.append("the end is missing")
        return self.problems


def verify(lines, saved=(), keys=()):
    """What is wrong with an export, compared with checkpoints that were saved elsewhere."""
    log = Log(lines[0])
    for line in lines[1:]:
        log.read(line)
    problems = log.finish()
    for checkpoint in [*log.checkpoints, *saved]:
        problems += compare(lines, log, checkpoint)
    for checkpoint in saved:
        if keys and not any(checkpoint.is_signed_by(key) for key in keys):
            problems.append("the checkpoint at %d is not signed by a trusted key" % checkpoint.size)
    return problems


def compare(lines, log, checkpoint):
    if checkpoint.app != log.app:
        return ["a checkpoint of another app"]
    if not log.first <= checkpoint.size <= log.next:
        return ["the checkpoint at %d covers what is missing" % checkpoint.size]
    start = Log(lines[0])
    for line in lines[1:1 + checkpoint.size - log.first]:
        start.tree.append(leaf_hash(line))
    return [] if start.tree.root() == checkpoint.root else ["another root at %d" % checkpoint.size]


def main(export, checkpoint=None, key=None):
    with open(export, "rb") as file:
        lines = file.read().splitlines()
    saved = [Checkpoint(open(checkpoint).read())] if checkpoint else []
    problems = verify(lines, saved, [open(key).read()] if key else [])
    print("\n".join(problems) or "nothing was changed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
