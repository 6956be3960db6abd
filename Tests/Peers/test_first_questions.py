"""What a newcomer reads first: the pages whose commands run, the answers to first questions, and links that lead somewhere."""

import re

import pytest
import yaml

from documentation import ROOT, PageError, PageRun, blocks
from pages import anchors, broken, distances, prose

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
QUESTIONS = yaml.safe_load((ROOT / "Tests/Peers/first-questions.yaml").read_text())
CALLS = ["docs/call-it.md", "docs/any-client.md"]
#: The longest snippet of another language than the shell, in lines.
LONGEST = 15


@pytest.mark.parametrize("name, least", list(zip(CALLS, [37, 13])))
def test_the_commands_of_a_page_run(peal, tmp_path, name, least):
    with PageRun(peal, tmp_path) as page:
        assert page.run((ROOT / name).read_text()) >= least


@pytest.mark.parametrize("name, right, wrong, reason", [
    # A path, what a file says, a value of a body, and what an answer has.
    ("docs/call-it.md", "$api/users/bulk", "$api/users/bulks", "a command failed"),
    ("docs/call-it.md", 'fallback: /, webOrigin: none}', 'fallback: /}', "does not print"),
    ("docs/any-client.md", '"platform": "android", "token": "\'$first\'"', '"platform": "amiga", "token": "\'$first\'"', "a command failed"),
    ("docs/any-client.md", '<!-- expect: "deviceKey":"dk_ -->', '<!-- expect: "deviceKey":"no_ -->', "does not print"),
], ids=["path", "file", "value", "answer"])
def test_a_damaged_command_fails(peal, tmp_path, name, right, wrong, reason):
    text = (ROOT / name).read_text()
    assert text.count(right) == 1
    with PageRun(peal, tmp_path) as page, pytest.raises(PageError) as error:
        page.run(text.replace(right, wrong))
    assert reason in str(error.value)


@pytest.mark.parametrize("name", CALLS)
def test_every_command_of_a_page_runs(name):
    skipped = [block.line for block in blocks((ROOT / name).read_text()) if block.skipped]
    assert skipped == []


def calls(text):
    """The method and the path of each `curl` of a page."""
    for command in re.findall(r"\bcurl (.+?)(?=\bcurl |\Z)", "\n".join(block.text for block in blocks(text) if block.language == "sh"), re.S):
        path = re.search(r"\$api(/[^\s\"'?]*)", command)
        method = re.search(r"-X (\w+)", command)
        if path:
            yield method[1] if method else "POST" if re.search(r" (-d|--data-binary) ", command) else "GET", path[1]


def test_every_call_of_a_backend_is_made():
    document = yaml.safe_load((ROOT / "Sources/CPealAssets/api/openapi.yaml").read_text())
    made, missing, known = set(calls((ROOT / "docs/call-it.md").read_text())), [], 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            callers = {scheme for option in operation.get("security", []) for scheme in option} if method != "parameters" else set()
            # What users may do as well is in the other page.
            if "secretKey" in callers and "personToken" not in callers:
                known += 1
                pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path.removeprefix("/api/v1")))
                if not any(verb == method.upper() and re.fullmatch(pattern, call) for verb, call in made):
                    missing.append("%s %s" % (method.upper(), path))
    assert known >= 50
    assert missing == []


def test_calls_are_found():
    text = "```sh\na=$(curl -s $api/a?x=1 -H \"$key\" -d '{\n}' | sed 's/x/y/')\ncurl -s -X PUT \"$api/b/$id?y\"\ncurl -s $sandbox/c\ncurl -s $api/d\n```\n"
    assert list(calls(text)) == [("POST", "/a"), ("PUT", "/b/$id"), ("GET", "/d")]


def test_a_client_makes_nine_calls_in_three_languages():
    sections = {
        anchor: text for anchor, text in anchors((ROOT / "docs/any-client.md").read_text()).items() if re.match(r"\d-", anchor)
    }
    assert len(sections) == 9
    for anchor, text in sections.items():
        for language in ("sh", "kotlin", "dart"):
            assert "\n```%s\n" % language in text, "%s has no %s" % (anchor, language)


def test_snippets_are_short():
    for language, code in re.findall(r"\n```(kotlin|dart)\n(.*?)\n```", (ROOT / "docs/any-client.md").read_text(), re.S):
        # Without the declaration of an error in front.
        lines = [line for line in code.split("\n") if line.strip() and not line.startswith("class ")]
        assert len(lines) <= LONGEST, "%s:\n%s" % (language, code)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    assert list(broken(page)) == []


def test_there_are_fifteen_questions():
    assert len(QUESTIONS) >= 15
    assert all(set(each) == {"question", "answer", "search", "says"} for each in QUESTIONS)


@pytest.fixture(scope="module")
def ways():
    return distances(README)


@pytest.mark.parametrize("each", QUESTIONS, ids=lambda each: each["question"])
def test_a_first_question_is_answered_two_links_away(each, ways):
    name, _, anchor = each["answer"].partition("#")
    page = ROOT / name
    assert ways.get(page, 9) <= 2, "%s is %s links away" % (name, ways.get(page, "no"))
    sections = anchors(page.read_text())
    assert anchor in sections, "%s has no heading #%s" % (name, anchor)
    section = "%s\n%s" % (anchor.replace("-", " "), sections[anchor])
    for text in (each["says"], each["search"]):
        assert " ".join(text.split()).lower() in " ".join(section.split()).lower(), "%s does not say %s" % (each["answer"], text)


# The walk itself: what is wrong has to fail.


@pytest.mark.parametrize("text, fault", [
    ("[a](other.md)", None),
    ("[a](other.md#a-b)", None),
    ("[a](#here)\n\n## Here", None),
    ("`[a](missing.md)`", None),
    ("```\n[a](missing.md)\n```", None),
    ("[a](missing.md)", "page.md:1: missing.md does not exist"),
    ("x\n[a](other.md#b)", "page.md:2: other.md has no heading #b"),
    ("[a](#there)", "page.md:1: page.md has no heading #there"),
])
def test_a_broken_link_is_found(tmp_path, text, fault):
    (tmp_path / "other.md").write_text("# A, `b`!\n\n```\n# b\n```\n")
    (tmp_path / "page.md").write_text(text)
    assert list(broken(tmp_path / "page.md")) == ([fault] if fault else [])


def test_a_way_has_a_length(tmp_path):
    for name, text in {"a": "[b](b.md)", "b": "[c](c.md#x) [a](a.md)", "c": "# X", "d": ""}.items():
        (tmp_path / (name + ".md")).write_text(text)
    found = distances((tmp_path / "a.md").resolve())
    assert {path.stem: length for path, length in found.items()} == {"a": 0, "b": 1, "c": 2}


def test_headings_have_the_anchors_of_github():
    text = "# E-mail, SMS\nx\n## The `a.b` key\ny\n## Users: tokens\n# Users: tokens\nz"
    assert anchors(text) == {"e-mail-sms": "x\n## The `a.b` key\ny\n## Users: tokens", "the-ab-key": "y", "users-tokens": "", "users-tokens-1": "z"}


def test_code_is_not_prose():
    assert [line for _, line in prose("a\n```sh\n# b\n```\nc")] == ["a", "c"]
