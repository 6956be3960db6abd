"""Action tokens as docs/replies.md describes them, independent of Peal."""

import base64
import hashlib
import hmac
import re
import struct


def hkdf(secret, info, length):
    """HKDF-SHA-256 without salt (RFC 5869)."""
    key = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    out, block = b"", b""
    while len(out) < length:
        block = hmac.new(key, block + info + bytes([len(out) // 32 + 1]), hashlib.sha256).digest()
        out += block
    return out[:length]


def keys(secret, app):
    return {name: hkdf(secret, b"action-token-%s|%s" % (name.encode(), app.encode()), length)
            for name, length in (("sign", 32), ("user", 32), ("hint", 4))}


def make(secret, app, user, notification, action, end):
    """The token of an action; `end` in seconds since 1970."""
    derived = keys(secret, app)
    tag = hmac.new(derived["user"], ("%s|%s" % (notification, user)).encode(), hashlib.sha256).digest()[:8]
    head = derived["hint"] + struct.pack(">I", end) + tag
    message = head + ("%s|%s" % (notification, action)).encode()
    signature = hmac.new(derived["sign"], message, hashlib.sha256).digest()[:16]
    return base64.urlsafe_b64encode(head + signature).rstrip(b"=").decode()


def end(token):
    """When a token ends, in seconds since 1970."""
    assert re.fullmatch(r"[\w-]{43}", token, re.ASCII), token
    return struct.unpack(">I", base64.urlsafe_b64decode(token + "=")[4:8])[0]
