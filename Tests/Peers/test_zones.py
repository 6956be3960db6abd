"""A whole server on a system whose zone database lacks the old names, as Debian's without `tzdata-legacy`.

The directory is put in place of the system's in a mount namespace, which needs root.
"""

import datetime
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import requests

from patience import PATIENCE, SETTLE_MS
from trial import Trial

ROOT = Path(__file__).parent.parent.parent
SYSTEM = Path("/usr/share/zoneinfo")
# A zone that is not there at all, neither by its name nor by another.
LOST = "Pacific/Apia"
MOMENT = "2026-11-28T18:00:00Z"


def old_names():
    table = re.search(r'"""\n(.*?)\n\s*"""', (ROOT / "Sources/PealCore/Time/OldZoneNames.swift").read_text(), re.S)[1]
    return {name for entry in table.split() for name in entry.split("=")[1].split(",")}


def may_mount():
    return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def zones(tmp_path_factory):
    """A copy of the system's zones without their links."""
    folder = tmp_path_factory.mktemp("zones") / "zoneinfo"
    missing = old_names() | {LOST}

    def left_out(directory, names):
        relative = Path(directory).relative_to(SYSTEM)
        return [name for name in names if str(relative / name) in missing or str(relative / name) in ("posix", "right")]

    shutil.copytree(SYSTEM, folder, ignore=left_out, symlinks=False, ignore_dangling_symlinks=True)
    assert not (folder / "US/Pacific").exists() and (folder / "America/Los_Angeles").exists()
    return folder


class TrialWithZones(Trial):
    """The same server in a mount namespace of its own."""

    def __init__(self, peal, directory, zones, data, app="gss"):
        script = directory / "peal-with-zones"
        script.write_text(f'#!/bin/sh\nexec unshare -m sh -c \'mount --bind "$0" {SYSTEM} && exec "$@"\' {zones} {peal} "$@"\n')
        script.chmod(0o755)
        super().__init__(script, directory, ROOT / "Catalogs", app=app, log_level="warning", data=data)


def call(trial, method, path, body=None, token=None):
    headers = {"Authorization": f"Bearer {token or trial.secret_key}"}
    return requests.request(method, trial.url + path, json=body, headers=headers, timeout=PATIENCE)


def texts(trial, user):
    """What the user reads about an instant, in their own zone."""
    data = {"host": "Hana", "event": "Lunch run", "startsAt": MOMENT}
    body = {"type": "eta-request", "entity": "event/run", "to": {"users": [user]}, "data": data}
    sent = call(trial, "POST", "/api/v1/triggers", body)
    assert sent.status_code == 202, sent.text
    requests.post(trial.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE)
    rows = call(trial, "GET", "/api/v1/users/me/notifications", token=trial.user_token(user)).json()["items"]
    return rows[0]["body"]


STORED = {
    "lee": ("US/Pacific", "10:00 AM"), "asha": ("Asia/Calcutta", "11:30 PM"), "olha": ("Europe/Kiev", "8:00 PM"),
    "yuki": ("Japan", "3:00 AM"), "linh": ("Asia/Saigon", "1:00 AM"), "dina": ("Africa/Asmera", "9:00 PM"),
    "una": ("Etc/UCT", "6:00 PM"), "sina": ("America/Godthab", "4:00 PM"),
}


@pytest.mark.skipif(not may_mount(), reason="needs root, to mount other zone data for one process")
def test_stored_users_keep_their_zone_and_old_names_are_known(peal, zones, tmp_path):
    data = tmp_path / "data"
    before = Trial(peal, tmp_path, ROOT / "Catalogs", app="gss", data=data)
    for user, (zone, _) in STORED.items():
        assert call(before, "PUT", f"/api/v1/users/{user}", {"timeZone": zone, "locale": "en"}).status_code in (200, 201)
    assert call(before, "PUT", "/api/v1/entities/event/run", {}).status_code in (200, 201)
    assert call(before, "PUT", "/api/v1/users/lost", {"timeZone": LOST, "locale": "en"}).status_code == 201
    assert before.stop() == 0

    after = TrialWithZones(peal, tmp_path, zones, data)
    try:
        for user, (zone, time) in STORED.items():
            assert call(after, "GET", f"/api/v1/users/{user}").json()["timeZone"] == zone
            assert time in texts(after, user).replace("\u202f", " "), (user, texts(after, user))
            assert call(after, "PUT", "/api/v1/users/new", {"timeZone": zone}).status_code in (200, 201), zone
        token = after.user_token("asha")
        body = {"provider": "fcm", "platform": "android", "token": "zones-" + "0" * 40, "timeZone": "asia/katmandu"}
        device = call(after, "POST", "/api/v1/users/me/devices/push", body, token).json()
        assert device["timeZone"] == "Asia/Katmandu" and "warnings" not in device
        # What no system has is still refused, with the name that was meant.
        refused = call(after, "PUT", "/api/v1/users/new", {"timeZone": "US/Pacfic"})
        assert refused.status_code == 422 and "did you mean `US/Pacific`?" in refused.text
        # A zone without any rules: the user keeps it and reads the app's times, and the log names it once.
        for _ in range(2):
            assert "7:00 PM" in texts(after, "lost").replace("\u202f", " ")
        assert call(after, "GET", "/api/v1/users/lost").json()["timeZone"] == LOST
    finally:
        after.stop()
    log = (tmp_path / "peal.log").read_text()
    assert log.count("unknown time zone of a user") == 1 and f"zone={LOST}" in log.replace(" ", ""), log


@pytest.mark.skipif(not may_mount(), reason="needs root, to mount other zone data for one process")
def test_stored_users_keep_their_quiet_hours(peal, zones, tmp_path):
    """A night from ten to eight, in zones whose names the system does not have after the restart."""
    data = tmp_path / "data"
    before = Trial(peal, tmp_path, ROOT / "Catalogs", app="match", data=data)
    for user, (zone, _) in STORED.items():
        assert call(before, "PUT", f"/api/v1/users/{user}", {"locale": "en"}).status_code in (200, 201)
        phone = {"app": "match", "user": user, "provider": "fcm", "platform": "android"}
        assert requests.post(before.url + "/sandbox/phones", json=phone, timeout=PATIENCE).ok
        night = {"quietHours": {"enabled": True, "start": "22:00", "end": "08:00", "timeZone": zone}}
        path = "/api/v1/users/me/notification-preferences"
        assert call(before, "PUT", path, night, before.user_token(user)).status_code == 200
    assert before.stop() == 0

    after = TrialWithZones(peal, tmp_path, zones, data, app="match")
    try:
        tomorrow = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
        moment = {"set": tomorrow.strftime("%Y-%m-%d") + MOMENT[10:]}
        assert requests.post(after.url + "/sandbox/clock", json=moment, timeout=PATIENCE).status_code == 200
        for user, (zone, time) in STORED.items():
            sent = call(after, "POST", "/api/v1/triggers", {"type": "system", "to": {"users": [user]}, "data": {"headline": "News", "message": "We have moved."}})
            assert sent.status_code == 202, sent.text
            requests.post(after.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE)
            push = call(after, "GET", "/api/v1/triggers/" + sent.json()["id"]).json()["counts"]["push"]
            # At night the push is held until eight, where the user is.
            assert (push["sent"], push["held"]) == ((0, 1) if is_night(time) else (1, 0)), (user, zone, push)
    finally:
        after.stop()


def is_night(time):
    """Whether `11:30 PM` is between ten and eight."""
    hour = int(time.split(":")[0]) % 12 + (12 if time.endswith("PM") else 0)
    return hour >= 22 or hour < 8


def test_the_list_of_old_names_has_those_of_the_system():
    check = subprocess.run([str(ROOT / "Scripts/old-zone-names"), "check"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
