"""`peal generate`: the files compile without a warning, send to a real server, and repeat what may be repeated."""

import re
import time
from pathlib import Path

import jwt
import pytest
import requests
import yaml

from deployment import Deployment
from generate.every_type import EveryType
from generate.languages import LANGUAGES, run
from generate.scripted_server import ACCEPTED, DROPPED, ScriptedServer, problem
from patience import PATIENCE
from trial import Trial

ROOT = Path(__file__).parent.parent.parent
CATALOGS = ROOT / "Catalogs"
APPS = sorted(path.stem for path in CATALOGS.glob("*.yaml"))


@pytest.fixture(scope="module")
def trial(peal, tmp_path_factory):
    trial = Trial(peal, tmp_path_factory.mktemp("trial"), CATALOGS, app="gss")
    yield trial
    assert trial.stop() == 0


@pytest.fixture(scope="module", params=LANGUAGES, ids=lambda language: language.name)
def built(request, peal, tmp_path_factory):
    """A language, and a directory with its program for the app gss, compiled."""
    language, directory = request.param, tmp_path_factory.mktemp(request.param.name)
    assert language.generate(peal, CATALOGS / "gss.yaml", directory) == (0, "")
    assert language.build(directory) == (0, "")
    return language, directory


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_files_of_all_catalogs_compile_without_a_warning(peal, tmp_path, language):
    files = []
    for app in APPS:
        catalog, file = CATALOGS / (app + ".yaml"), app + Path(language.file).suffix
        assert language.generate(peal, catalog, tmp_path, file=file) == (0, "")
        assert language.generate(peal, catalog, tmp_path, "--check", file=file) == (0, "")
        assert run(peal, "generate", language.name, catalog, cwd=tmp_path) == (0, (tmp_path / file).read_text())
        files.append(file)
    assert len(files) == 5
    assert language.typecheck(tmp_path, files) == (0, "")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_file_of_an_app_without_entities_compiles_too(peal, tmp_path, language):
    catalog = yaml.safe_load((CATALOGS / "match.yaml").read_text())
    catalog["entities"] = {}
    catalog["types"] = {"system": catalog["types"]["system"], "class": catalog["types"]["new-offer"]}
    catalog["types"]["class"]["priority"] = "variable"
    (tmp_path / "match.yaml").write_text(yaml.safe_dump(catalog))
    assert language.generate(peal, "match.yaml", tmp_path) == (0, "")
    assert language.typecheck(tmp_path, [language.file]) == (0, "")


ODD_TYPES = [
    "class", "default", "init", "self", "constructor", "int", "import", "put-user", "cancel", "then", "call", "date", "str",
    "string", "object", "type", "none", "a1", "a-1", "trigger", "peal", "json", "users", "users-input", "protocol", "async",
]
ODD_VARIABLES = [
    "from", "in", "self", "class", "init", "sendAt", "send-at", "to", "body", "json", "input", "None", "True", "-", "1st",
    "datetime", "JSON", "try", "data", "url", "trigger", "idempotency_key", "Duration", "Date", "any", "inout", "await", "lambda",
]
ODD_TEXT = 'A """ quote, a */ end, a \\ backslash \\u002A/, ${x}, \\(y), `z` and \u202e more \\'


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_names_and_texts_that_mean_something_in_a_language_compile(peal, tmp_path, language):
    catalog = yaml.safe_load((CATALOGS / "match.yaml").read_text())
    one = {**catalog["types"]["new-offer"], "data": {}, "priority": "variable"}
    one["audience"] = {"allow": ["users", "members", "owner", "all"]}
    for key in ("digest", "summary", "throttle", "dedupe"):
        one.pop(key, None)
    one["title"], one["body"] = ({locale: ODD_TEXT for locale in catalog["locales"]} for _ in range(2))
    catalog["budgets"] = {"title": 200, "body": 200}
    kinds = ["string", "integer", "number", "boolean", "instant", "date", "duration", "money"]
    examples = [ODD_TEXT, 1, 1.5, True, "2026-11-20T18:00:00Z", "2026-11-20", "PT15M", "25.00 USD"]
    for at, name in enumerate(ODD_VARIABLES):
        kind, example = kinds[at % len(kinds)], examples[at % len(kinds)]
        one["data"][name] = {"type": kind, "example": example, "optional": at % 3 == 0}
    # More than a hundred unused variables would be an error of the catalog.
    catalog["types"] = {name: {**one, "data": {}} for name in ODD_TYPES} | {"odd": one}
    catalog["entities"]["class"] = catalog["entities"]["self"] = {}
    catalog["priorityAliases"] = {"default": "high", "self": "low"}
    catalog.pop("limits", None)
    (tmp_path / "match.yaml").write_text(yaml.dump(catalog, Dumper=NoAliases))
    assert language.generate(peal, "match.yaml", tmp_path) == (0, "")
    assert language.typecheck(tmp_path, [language.file]) == (0, "")


class NoAliases(yaml.SafeDumper):
    """Writes each value where it is: catalogs have no aliases."""

    def ignore_aliases(self, data):
        return True


def test_a_program_sends_and_the_server_accepts(trial, built):
    language, directory = built
    found = language.call(directory, trial.url, trial.secret_key, "kudos")
    assert found["id"].startswith("trg_") and found["duplicate"] is False
    report = requests.get(
        trial.url + "/api/v1/triggers/" + found["id"], headers={"Authorization": "Bearer " + trial.secret_key}, timeout=PATIENCE
    )
    assert report.status_code == 200 and report.json()["type"] == "kudos"


def test_a_program_makes_the_calls_around_triggers(trial, built):
    language, directory = built
    found = language.call(directory, trial.url, trial.secret_key, "all")
    assert all(id.startswith("trg_") for id in found["ids"]) and len(found["cancelled"]) == 2, found
    headers = {"Authorization": "Bearer " + trial.secret_key}
    user = requests.get(trial.url + "/api/v1/users/ann%2F1", headers=headers, timeout=PATIENCE).json()
    assert (user["name"], user["timeZone"], user["roles"]) == ("Ann", "Europe/Berlin", ["member"])
    entity = requests.get(trial.url + "/api/v1/entities/event/e%201", headers=headers, timeout=PATIENCE).json()
    assert entity["ownerId"] == "ben" and entity["attributes"] == {"place": "Park"}
    members = requests.get(trial.url + "/api/v1/entities/event/e%201/members", headers=headers, timeout=PATIENCE).json()
    assert [member["user"] for member in members["items"]] == ["ann/1"]


def test_a_problem_of_the_server_is_an_error_with_its_code(trial, built):
    language, directory = built
    found = language.call(directory, trial.url, "sk_test_wrong", "kudos")
    assert (found["status"], found["code"]) == (401, "unauthenticated")


BUSY = problem(503, "overloaded", Retry_After="0")
LIMITED = problem(429, "limit-reached", Retry_After="1")


@pytest.mark.parametrize("answers, attempts, outcome", [
    ([ACCEPTED], 1, None),
    ([BUSY, ACCEPTED], 2, None),
    ([LIMITED, ACCEPTED], 2, None),
    ([DROPPED, ACCEPTED], 2, None),
    ([problem(503, "overloaded"), ACCEPTED], 2, None),
    ([BUSY, BUSY, BUSY, ACCEPTED], 3, (503, "overloaded")),
    ([problem(429, "limit-reached"), ACCEPTED], 1, (429, "limit-reached")),
    ([problem(429, "limit-reached", Retry_After="3600"), ACCEPTED], 1, (429, "limit-reached")),
    ([problem(422, "invalid"), ACCEPTED], 1, (422, "invalid")),
    ([problem(409, "idempotency-in-progress", Retry_After="0"), ACCEPTED], 1, (409, "idempotency-in-progress")),
    ([(500, {}, {}), ACCEPTED], 1, (500, "unknown")),
])
def test_what_may_be_repeated_is_repeated_with_the_same_key(built, answers, attempts, outcome):
    language, directory = built
    with ScriptedServer(answers) as server:
        started = time.monotonic()
        found = language.call(directory, server.url, "sk", "kudos")
        assert time.monotonic() - started >= (1 if answers[0] is LIMITED else 0)
        assert len(server.keys) == attempts and len(set(server.keys)) == 1 and len(server.keys[0]) >= 32
        assert server.bodies[0] == {
            "type": "kudos", "to": {"users": ["ann"]}, "data": {"from": "Ben", "message": "“Well run!”"},
        }
    if outcome is None:
        assert found == {"id": "trg_1", "duplicate": False}
    else:
        assert (found["status"], found["code"]) == outcome
        assert found["pointers"] == ([] if outcome[1] == "unknown" else ["/to"])


def test_a_server_that_cannot_be_reached_is_given_up(built):
    language, directory = built
    with ScriptedServer([DROPPED] * 3) as server:
        assert set(language.call(directory, server.url, "sk", "kudos")) == {"error"}
        assert len(server.keys) == 3 and len(set(server.keys)) == 1


def test_a_minted_token_is_a_jwt_of_the_user(built):
    language, directory = built
    if language.name == "swift":
        return
    secret = "a secret of more than thirty-two bytes"
    token = language.call(directory, "gss-clients", secret, "token")["token"]
    claims = jwt.decode(token, secret, algorithms=["HS256"], audience="gss-clients")
    assert claims["sub"] == "ann" and claims["exp"] - claims["iat"] == 3600
    assert jwt.get_unverified_header(token) == {"alg": "HS256", "typ": "JWT", "kid": "k1"}


def test_a_server_accepts_minted_tokens(peal, tmp_path):
    deployment = Deployment(peal, tmp_path, {})
    try:
        python = next(language for language in LANGUAGES if language.name == "python")
        assert python.generate(peal, deployment.catalogs / "peers.yaml", tmp_path) == (0, "")
        program = "import sys, peal; print(peal.user_token('ann', sys.argv[1]))"
        status, printed = run(python.start[0], "-c", program, deployment.jwt_secret, cwd=tmp_path)
        assert status == 0, printed
        deployment.request("GET", "/api/v1/users/me/notification-preferences", token=printed.strip(), expect={200})
    finally:
        deployment.stop()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_a_renamed_variable_fails_the_check_and_the_compiler(peal, tmp_path, language):
    text = (CATALOGS / "gss.yaml").read_text()
    (tmp_path / "gss.yaml").write_text(text)
    assert language.generate(peal, "gss.yaml", tmp_path) == (0, "")
    renamed = re.sub(r"\bfrom: \{type: string, example: Dana", "sender: {type: string, example: Dana", text)
    (tmp_path / "gss.yaml").write_text(renamed.replace("{{from}}", "{{sender}}"))
    assert renamed != text
    status, printed = language.generate(peal, "gss.yaml", tmp_path, "--check")
    assert status == 1
    command = "peal generate %s gss.yaml --out %s" % (language.name, language.file)
    assert printed.rstrip().endswith("write it again: " + command), printed
    assert language.generate(peal, "gss.yaml", tmp_path) == (0, "")
    status, printed = language.build(tmp_path)
    assert status != 0 and "from" in printed, printed


@pytest.mark.parametrize("app", APPS)
def test_the_server_accepts_a_trigger_of_every_function(peal, trial, tmp_path, app):
    python = next(language for language in LANGUAGES if language.name == "python")
    assert python.generate(peal, CATALOGS / (app + ".yaml"), tmp_path) == (0, "")
    sent = EveryType(tmp_path / python.file, CATALOGS / (app + ".yaml"), trial.url, "sk_test_" + app)
    assert sent.put_directory() > 0
    assert sent.trigger_all() == len(sent.catalog["types"])


@pytest.mark.parametrize("language, fence, file", [("typescript", "ts", "remind.ts"), ("swift", "swift", "remind.swift")])
def test_the_examples_of_the_page_compile(peal, tmp_path, language, fence, file):
    [example] = re.findall(r"^```%s\n(.*?)^```$" % fence, (ROOT / "docs" / "generate.md").read_text(), re.S | re.M)
    (tmp_path / file).write_text(example)
    [language] = [found for found in LANGUAGES if found.name == language]
    assert language.generate(peal, CATALOGS / "gss.yaml", tmp_path) == (0, "")
    assert run(*language.compile_file, file, language.file, cwd=tmp_path) == (0, "")


WRONG = {
    "typescript": ("wrong.ts", 'import { Peal } from "./peal";\nexport function wrong(peal: Peal): void {\n%s\n}\n', [
        'void peal.kudos({ to: { users: ["ann"] }, from: "Ben" });',
        'void peal.kudos({ to: { all: true }, from: "Ben", message: "Hi" });',
        'void peal.kudos({ from: "Ben", message: "Hi" });',
        'void peal.kudos({ to: { users: ["ann"] }, from: "Ben", message: "Hi", priority: "high" });',
        'void peal.kudos({ to: { users: ["ann"] }, from: 1, message: "Hi" });',
        'void peal.kudos({ to: { users: ["ann"] }, from: "Ben", message: "Hi", entity: "ride/r1" });',
        'void peal.etaRequest({ host: "Ben", event: "Hike", startsAt: "2026-11-20T18:00:00Z", entity: "event/e1" });',
    ]),
    "python": ("wrong.py", "import peal\n\n\ndef wrong(peal: peal.Peal, to: peal.Users, all: peal.Everyone) -> None:\n%s\n", [
        'peal.kudos(to=to, from_="Ben")',
        'peal.kudos(to=all, from_="Ben", message="Hi")',
        'peal.kudos(from_="Ben", message="Hi")',
        'peal.kudos(to=to, from_="Ben", message="Hi", priority="high")',
        'peal.kudos(to=to, from_=1, message="Hi")',
        'peal.kudos(to=to, from_="Ben", message="Hi", entity="event/e1")',
    ]),
    "swift": ("wrong.swift", "func wrong(_ peal: Peal) async throws {\n%s\n}\n", [
        'try await peal.kudos(to: .users(["ann"]), from: "Ben")',
        'try await peal.kudos(to: .all, from: "Ben", message: "Hi")',
        'try await peal.kudos(from: "Ben", message: "Hi")',
        'try await peal.kudos(to: .users(["ann"]), from: "Ben", message: "Hi", priority: .high)',
        'try await peal.kudos(to: .users(["ann"]), from: 1, message: "Hi")',
        'try await peal.kudos(to: .users(["ann"]), from: "Ben", message: "Hi", entity: Peal.EntityRef(.ride, "r1"))',
    ]),
}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_compiler_finds_every_call_that_the_server_would_reject(peal, tmp_path, language):
    file, frame, calls = WRONG[language.name]
    assert language.generate(peal, CATALOGS / "gss.yaml", tmp_path) == (0, "")
    text = frame % "\n".join("    " + call for call in calls)
    (tmp_path / file).write_text(text)
    status, printed = run(*language.compile_file, file, language.file, cwd=tmp_path)
    found = {int(line) for line in re.findall(r"wrong\.\w+[:(](\d+)[,:][^\n]*error", printed)}
    first = text[: text.index(calls[0])].count("\n") + 1
    assert status != 0 and found == set(range(first, first + len(calls))), printed
