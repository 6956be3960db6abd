"""The commands of README and of the pages below work as they are written."""

import pytest

from documentation import ROOT, PageError, PageRun, blocks, differences


@pytest.mark.parametrize("name, least", [("README.md", 9), ("docs/operations.md", 11), ("docs/identity.md", 8), ("docs/web.md", 4), ("docs/generate.md", 4)])
def test_the_commands_of_a_page_run(peal, tmp_path, name, least):
    with PageRun(peal, tmp_path) as page:
        assert page.run((ROOT / name).read_text()) >= least


def test_every_block_that_does_not_run_gives_its_reason():
    for path in [ROOT / "README.md", *(ROOT / "docs" / name for name in ("operations.md", "identity.md", "web.md", "generate.md"))]:
        for block in blocks(path.read_text()):
            assert block.skipped is None or len(block.skipped) > 10, "%s:%d" % (path.name, block.line)


# The runner itself: a page that is wrong has to fail.

FINE = "```sh\npeal --help > help.txt\n```\n\nText.\n\n<!-- expect: OVERVIEW -->\n```sh\ncat help.txt\n```\n"


def page_error(peal, directory, page):
    with PageRun(peal, directory) as run, pytest.raises(PageError) as error:
        run.run(page)
    return str(error.value)


def test_blocks_share_a_shell_and_a_directory(peal, tmp_path):
    with PageRun(peal, tmp_path) as run:
        assert run.run(FINE + "```sh\nx=1\n```\n```sh\n[ $x = 1 ]\n```\n") == 4


def test_a_block_is_written_to_its_file(peal, tmp_path):
    page = "<!-- file: a.py -->\n```python\nprint(6 * 7)\n```\n<!-- expect: 42 -->\n```sh\npython3 a.py\n```\n"
    with PageRun(peal, tmp_path) as run:
        assert run.run(page) == 1


@pytest.mark.parametrize("written, printed, count", [
    ({"a": 1, "b": [1, {"c": None}]}, {"b": [1, {"c": None}], "a": 1}, 0),
    ({"id": "trg_01", "at": "2026-11-29T12:00:00Z"}, {"id": "trg_99ff", "at": "2027-01-01T00:00:00.5Z"}, 0),
    ({"id": "trg_01"}, {"id": "ntf_01"}, 1),
    ({"d": "until 2026-11-29 00:00 Berlin (2026-11-28 23:00 UTC)"}, {"d": "until 2027-07-01 14:00:01 Berlin (12:00:01 UTC)"}, 0),
    ({"d": "until 2026-11-29 00:00 Berlin (23:00 UTC)"}, {"d": "until 2026-11-29 23:00 UTC"}, 1),
    ({"a": 1}, {"a": 1, "b": 2}, 1),
    ({"a": 1, "b": 2}, {"a": 1}, 1),
    ({"a": [1]}, {"a": [1, 2]}, 1),
    ({"a": True}, {"a": "true"}, 1),
    ([], {}, 1),
])
def test_an_answer_is_compared_but_for_ids_and_times(written, printed, count):
    assert len(list(differences(written, printed))) == count


def test_a_page_shows_the_last_json_that_was_printed(peal, tmp_path):
    page = "```sh\necho '{\"id\": \"trg_1\"} text {\"id\": \"trg_2\"}'\n```\n<!-- answer -->\n```json\n{\"id\": \"trg_3\"}\n```\n"
    with PageRun(peal, tmp_path) as run:
        assert run.run(page) == 1


@pytest.mark.parametrize("block, reason", [
    ("```sh\nfalse\ntrue\n```\n", "line 1: a command failed"),
    ("```sh\nfalse | true\n```\n", "line 1: a command failed"),
    ("```sh\npeal no-such-command\n```\n", "line 1: a command failed"),
    ("\n```sh\necho $not_set\n```\n", "line 2: a command failed"),
    ("<!-- refused: 422 -->\n```sh\ntrue\n```\n", "line 2: a command failed"),
    ("<!-- refused: 422 -->\n```sh\nfalse\n```\n", "line 2: a command failed"),
    ("<!-- refused: 422 -->\n```sh\nfalse\n(echo '{\"status\":422,'; exit 22)\n```\n", "line 2: a command failed"),
    ("<!-- refused: 422 -->\n```sh\n(echo '{\"status\":429,'; exit 22)\n```\n", "line 2: is not refused with 422"),
    ("<!-- expect: b -->\n```sh\necho a\n```\n", "line 2: does not print b"),
    ("<!-- terminal: server -->\n```sh\npeal serve\n```\n", "line 2: does not become ready"),
    ("<!-- not ran: because -->\n```sh\ntrue\n```\n", "line 1: unknown mark"),
    ("<!-- expect: a -->\n\nText\n```sh\necho a\n```\n", "line 1: the mark stands in front of no block"),
    ("<!-- file: a -->\n<!-- expect: b -->\n```python\n1\n```\n", "line 3: a mark that does not fit"),
    ("<!-- expect: b -->\n```python\n1\n```\n", "line 2: a mark that does not fit"),
    ("<!-- merged into peal.yaml -->\n```sh\ntrue\n```\n", "line 2: a mark that does not fit"),
    ("```sh\ntrue\n", "line 1: the block has no end"),
    ("<!-- answer -->\n```sh\ntrue\n```\n", "line 2: a mark that does not fit"),
    ("```sh\necho 1\n```\n<!-- answer -->\n```json\n{}\n```\n", "line 5: the block before it printed no JSON"),
    ("```sh\necho '{\"a\": 1}'\n```\n<!-- answer -->\n```json\n{}\n```\n", "line 5: the answer is another one"),
    ("```sh\necho '{\"a\": 1}'\n```\n<!-- answer -->\n```json\n{\"a\": 2}\n```\n", "line 5: the answer is another one"),
])
def test_a_wrong_page_fails(peal, tmp_path, block, reason):
    assert page_error(peal, tmp_path, block).startswith(reason)


def test_a_problem_answer_fails(peal, tmp_path):
    page = (
        "<!-- terminal: server -->\n```sh\npeal serve --sandbox --port 8090\n```\n"
        "```sh\ncurl -s http://127.0.0.1:8090/api/v1/nothing\n```\n"
    )
    error = page_error(peal, tmp_path, page)
    assert error.startswith("line 5: a command failed") and "not-found" in error
