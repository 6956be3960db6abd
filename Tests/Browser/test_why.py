"""The panel that answers "Why?"."""

import re

import pytest
from playwright.sync_api import expect

from page import APPS

# What only machines read: an instant in UTC, a duration of ISO 8601, an identifier, an entity as `type/slug`, a time zone.
MACHINE_TEXT = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d|\bP(?:\d+[WD]|T\d+[HMS])|\b(?:trg|ntf|dlv|dev|req|thr)_[0-9a-z]{6,}|\b[0-9a-f]{16,}\b"
    r"|\b[a-z][a-z0-9-]*/[a-z0-9-]+|\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+"
)


def user_ids(demo):
    """The ids of the demo's users, which are their names in lower case."""
    ids = {user["user"] for app in demo.get("/demo/scenario")["apps"] for user in app["people"]}
    return re.compile(r"\b(?:%s)\b" % "|".join(sorted(ids)))


def assert_readable(text, users=None):
    assert users is None or not users.findall(text), (users.findall(text), text)
    assert "null" not in text and "undefined" not in text and "[object" not in text, text
    found = MACHINE_TEXT.findall(text)
    assert not found, (found, text)


def test_every_panel_is_readable(visited):
    page = visited("gss")
    users = user_ids(page.demo)
    for app in APPS:
        page.show(app)
        page.trigger()
        assert_readable(page.text(), users)
        for index in range(page.page.locator(".phone .why").count()):
            sheet = page.why(index)
            assert_readable(sheet.inner_text(), users)
            page.close()


def test_a_panel_names_the_rule_and_what_would_change_it(visited):
    page = visited("gss")
    page.trigger()
    omar = [name.split()[0] for name in page.names()].index("Omar")
    sheet = page.why(omar)
    expect(sheet.locator(".why-verdict strong")).to_have_text("Inbox only")
    expect(sheet.locator(".step", has_text="Devices and permission")).to_contain_text("Stopped")
    expect(sheet.get_by_text("What would change this")).to_be_visible()
    expect(sheet.get_by_text("Show the API call")).to_be_visible()


def test_entries_of_the_list_differ(visited):
    page = visited("gss")
    page.trigger()
    page.page.wait_for_timeout(1100)
    page.trigger()
    sheet = page.why(0)
    entries = sheet.locator("#why-select option").all_inner_texts()
    assert len(entries) >= 2 and len(set(entries)) == len(entries), entries
    assert all(entry.endswith(" · Park run starts soon · Delivered") for entry in entries[:2]), entries


@pytest.mark.parametrize(
    "app, event, user, reason",
    [
        (
            "gss", "Park run starts soon", "Mia",
            "The recipients have the status confirmed in “Park run”, and Mia has the status invited.",
        ),
        ("gss", "Dana sends kudos", "Omar", "The trigger names one other user."),
        ("gss", "Deposit is due", "Dana", "The trigger names 2 other users."),
        ("nhs", "Announcement is posted", "Zoe", "Zoe is not a member of “Lincoln High”."),
        (
            "reports", "Report is resolved", "Rahul",
            "The only recipient is the owner of “Broken park bench”, who is Claire.",
        ),
        (
            "dsober", "Driver fails the sobriety check", "Morgan",
            "The recipients have the role admin in “Kappa”, and Morgan has the role dd.",
        ),
    ],
)
def test_a_user_outside_the_audience_reads_why(visited, app, event, user, reason):
    page = visited(app)
    page.trigger(event)
    sheet = page.why([name.split()[0] for name in page.names()].index(user))
    expect(sheet.locator(".why-verdict strong")).to_have_text("Not a recipient")
    assert sheet.locator(".why-list li").all_inner_texts()[0] == reason
    assert_readable(sheet.inner_text(), user_ids(page.demo))


def test_a_stage_has_one_name(visited):
    """The heading of a step and a sentence that names its stage agree."""
    page = visited("gss")
    page.trigger()
    sheet = page.why([name.split()[0] for name in page.names()].index("Omar"))
    skipped = sheet.locator(".step", has_text=": skipped, no push.")
    assert skipped.count() == 3
    for step in skipped.all():
        heading, sentence = step.locator("strong").inner_text(), step.locator(".step-detail").inner_text()
        assert sentence == "%s: skipped, no push." % heading


def test_before_the_first_event_there_is_nothing_to_ask(opened):
    page = opened("gss")
    page.page.locator(".phone .why").first.click()
    expect(page.page.locator("#sheet .empty")).to_have_text("No event yet. Trigger one first, then ask why.")
