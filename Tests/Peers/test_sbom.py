"""The list of components (`make sbom`): read by CycloneDX's own library, and held against what the build resolved."""

import json
import os
import subprocess

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from conftest import ROOT
from patience import PATIENCE


@pytest.fixture(scope="module")
def sbom(peal):
    done = subprocess.run(
        [str(ROOT / "Scripts" / "sbom"), "-"], capture_output=True, text=True, timeout=PATIENCE, env=environment(peal)
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(peal):
    return {**os.environ, "PEAL": str(peal), "SOURCE_DATE_EPOCH": "1767225600"}


def test_the_list_is_valid(sbom):
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(sbom) is None
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(sbom.replace('"library"', '"thing"', 1)) is not None


def test_the_packages_have_the_resolved_versions(sbom):
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    resolved = {pin["location"].removesuffix(".git").removeprefix("https://"): pin["state"]["version"] for pin in pins}
    purls = [component.get("purl", "") for component in json.loads(sbom)["components"]]
    listed = dict(purl.removeprefix("pkg:swift/").split("@") for purl in purls if purl.startswith("pkg:swift/"))
    assert listed.items() <= resolved.items()
    # What the server cannot do without, and what it does not link.
    for name in ("apple/swift-nio", "apple/swift-crypto", "groue/GRDB.swift", "hummingbird-project/hummingbird"):
        assert "github.com/" + name in listed
    assert "github.com/apple/swift-nio-transport-services" not in listed


def test_the_libraries_that_the_system_brings_are_listed(sbom):
    components = json.loads(sbom)["components"]
    names = {component["name"] for component in components}
    assert {"boringssl", "llhttp", "swift"} <= names
    assert any("sqlite" in name for name in names) and any("zlib" in name for name in names)
    assert all(component.get("version") for component in components if component["bom-ref"].startswith("pkg:"))


def test_every_component_is_reached_and_the_version_is_the_servers(peal, sbom):
    document = json.loads(sbom)
    edges = {edge["ref"]: edge["dependsOn"] for edge in document["dependencies"]}
    root = document["metadata"]["component"]
    seen, todo = set(), [root["bom-ref"]]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += edges.get(name, [])
    assert {component["bom-ref"] for component in document["components"]} == seen - {root["bom-ref"]}
    printed = subprocess.run([str(peal), "--version"], capture_output=True, text=True, timeout=PATIENCE)
    assert printed.stdout == "peal %s\n" % root["version"]


def test_the_same_build_gives_the_same_list(peal, sbom):
    again = subprocess.run(
        [str(ROOT / "Scripts" / "sbom"), "-"], capture_output=True, text=True, timeout=PATIENCE, env=environment(peal)
    )
    assert again.stdout == sbom
