"""The panel that answers "Why?"."""

import re

from playwright.sync_api import expect

from page import APPS

# What only machines read: an instant in UTC, a duration of ISO 8601, an identifier.
MACHINE_TEXT = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d|\bP(?:\d+[WD]|T\d+[HMS])|\b(?:trg|ntf|dlv|dev|req|thr)_[0-9a-z]{6,}|\b[0-9a-f]{16,}\b"
)


def assert_readable(text):
    assert "null" not in text and "undefined" not in text and "[object" not in text, text
    found = MACHINE_TEXT.findall(text)
    assert not found, (found, text)


def test_every_panel_is_readable(visited):
    page = visited("gss")
    for app in APPS:
        page.show(app)
        page.trigger()
        assert_readable(page.text())
        for index in range(page.page.locator(".phone .why").count()):
            sheet = page.why(index)
            assert_readable(sheet.inner_text())
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
    assert all(" · Delivered · " in entry for entry in entries[:2]), entries


def test_a_user_outside_the_audience_is_told_so(visited):
    page = visited("gss")
    page.trigger()
    mia = [name.split()[0] for name in page.names()].index("Mia")
    sheet = page.why(mia)
    expect(sheet.locator(".why-verdict strong")).to_have_text("Not a recipient")
    assert_readable(sheet.inner_text())


def test_before_the_first_event_there_is_nothing_to_ask(opened):
    page = opened("gss")
    page.page.locator(".phone .why").first.click()
    expect(page.page.locator("#sheet .empty")).to_have_text("No event yet. Trigger one first, then ask why.")
