"""The metrics as `prometheus_client` reads them."""

import math
from pathlib import Path

import pytest
import requests
from prometheus_client.parser import text_string_to_metric_families

from patience import PATIENCE, SETTLE_MS
from trial import Trial

ROOT = Path(__file__).parent.parent.parent
HISTOGRAMS = {"peal_accept_seconds", "peal_decide_seconds", "peal_commit_seconds", "peal_delivery_seconds"}


@pytest.fixture(scope="module")
def trial(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("metrics"), ROOT / "Catalogs", app="gss")
    body = {"app": "gss", "user": "ann", "provider": "fcm", "platform": "android"}
    assert requests.post(trial.url + "/sandbox/phones", json=body, timeout=PATIENCE).status_code in (200, 201)
    yield trial
    trial.stop()


def families(trial):
    answer = requests.get(trial.url + "/metrics", timeout=PATIENCE)
    assert answer.status_code == 200
    read = list(text_string_to_metric_families(answer.text))
    assert len({family.name for family in read}) == len(read), "each name once"
    return {family.name: family for family in read}


def count(family, **labels):
    return sum(
        sample.value
        for sample in family.samples
        if sample.name == family.name + "_count" and labels.items() <= sample.labels.items()
    )


def send(trial, triggers):
    for _ in range(triggers):
        body = {"type": "kudos", "to": {"users": ["ann"]}, "data": {"from": "Dana", "message": "Thanks!"}}
        headers = {"Authorization": "Bearer " + trial.secret_key}
        assert requests.post(trial.url + "/api/v1/triggers", json=body, headers=headers, timeout=PATIENCE).status_code == 202
    assert requests.post(trial.url + "/sandbox/settle", json={"timeoutMs": SETTLE_MS}, timeout=PATIENCE).json()["settled"]


def test_every_family_has_a_kind_and_a_help_text(trial):
    read = families(trial)
    assert HISTOGRAMS <= read.keys()
    for family in read.values():
        assert family.name.startswith("peal_") and family.documentation, family.name
        assert family.type in ("counter", "gauge", "histogram"), family.name


def test_the_histograms_count_what_was_sent(trial):
    before = families(trial)
    send(trial, 5)
    after = families(trial)
    for name, labels in (("peal_accept_seconds", {}), ("peal_decide_seconds", {}), ("peal_delivery_seconds", {"app": "gss", "provider": "fcm"})):
        assert count(after[name], **labels) - count(before[name], **labels) == 5, name
    assert count(after["peal_commit_seconds"]) > count(before["peal_commit_seconds"])


def test_buckets_never_fall_and_end_with_the_count(trial):
    send(trial, 1)
    for name in HISTOGRAMS:
        family = families(trial)[name]
        series = {}
        for sample in family.samples:
            if sample.name == name + "_bucket":
                labels = {key: value for key, value in sample.labels.items() if key != "le"}
                series.setdefault(tuple(sorted(labels.items())), []).append((float(sample.labels["le"]), sample.value))
        assert series, name
        for labels, buckets in series.items():
            bounds, counts = [bound for bound, _ in buckets], [value for _, value in buckets]
            assert bounds == sorted(bounds) and bounds[0] == 0.001 and bounds[-2] == 30 and bounds[-1] == math.inf
            assert counts == sorted(counts)
            assert counts[-1] == count(family, **dict(labels))
