"""What is written under a phone is what happened on this phone, and stays true."""

import re

from playwright.sync_api import expect


def test_each_phone_says_what_became_of_the_event(opened):
    page = opened("gss")
    assert set(page.outcomes()) == {"No event yet"}
    page.trigger()
    for name, text, tone in [
        ("Lukas", "Delivered", "good"),
        ("Omar", "Inbox only", "idle"),
        ("Mia", "Not a recipient", "none"),
    ]:
        expect(page.verdict(name).locator("strong")).to_have_text(text)
        expect(page.verdict(name)).to_have_class(re.compile(tone))
    # Expected silence is grey, never red.
    assert page.page.locator(".verdict.stop").count() == 0


def test_a_push_held_by_quiet_hours_says_until_when(opened):
    page = opened("match")
    page.trigger()
    expect(page.verdict("Taylor").locator("strong")).to_have_text("Scheduled for 08:00")
    expect(page.verdict("Taylor")).to_have_class(re.compile("hold"))


def test_an_outage_ends_and_the_outcome_follows(opened):
    page = opened("gss")
    outage = page.page.locator("#outage")
    outage.click()
    expect(outage).to_have_attribute("aria-checked", "true")
    page.trigger()
    expect(page.verdict("Lukas").locator("strong")).to_have_text(re.compile("Retrying|Sending"))
    outage.click()
    expect(outage).to_have_attribute("aria-checked", "false")
    # Nobody presses an event again: time passes, and the retry succeeds.
    page.page.get_by_role("button", name="+5 min").click()
    expect(page.verdict("Lukas").locator("strong")).to_have_text("Delivered")
    expect(page.page.locator("#outcome .pill", has_text="Lukas")).to_have_text("Lukas: Delivered")


def test_a_phone_that_is_offline_has_not_got_it(opened):
    page = opened("gss")
    page.choose("Lukas", "Offline")
    expect(page.phone("Lukas").locator(".status-net")).to_have_text("Offline")
    page.trigger()
    verdict = page.verdict("Lukas")
    expect(verdict.locator("strong")).to_have_text("Sent, not delivered")
    expect(verdict.locator(".outcome-detail")).to_have_text("phone is offline")
    expect(verdict).to_have_class(re.compile("hold"))
    expect(page.verdict("Dana").locator("strong")).to_have_text("Delivered")
    page.choose("Lukas", "Offline")
    expect(verdict.locator("strong")).to_have_text("Delivered")


def test_a_phone_without_the_app_has_not_got_it(opened):
    page = opened("gss")
    page.choose("Lukas", "Uninstall the app")
    expect(page.phone("Lukas").locator(".still")).to_have_text("App not installed")
    page.trigger()
    expect(page.verdict("Lukas").locator("strong")).to_have_text("Not delivered")
    expect(page.verdict("Lukas").locator(".outcome-detail")).to_have_text("app is uninstalled")
    expect(page.verdict("Lukas")).to_have_class(re.compile("stop"))
    page.choose("Lukas", "Install the app")
    expect(page.phone("Lukas").locator(".still")).to_have_text("No notifications")
    page.trigger()
    expect(page.verdict("Lukas").locator("strong")).to_have_text("Delivered")


def test_a_duplicate_is_ignored_and_said(opened):
    page = opened("reports")
    page.trigger("Same change is sent twice")
    expect(page.verdict("Rahul").locator("strong")).to_have_text("Delivered")
    page.trigger("Same change is sent twice")
    expect(page.page.locator("#outcome")).to_contain_text("duplicate request, ignored")
    assert page.phone("Rahul").locator(".notice").count() == 1
