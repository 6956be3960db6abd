"""The three workflows of S0, step by step: through HTTP, on virtual phones, and on the pages of user and host."""

import re

from playwright.sync_api import expect

from gss import EVENT, Phone, ask, board, call, check_in, live, reply, row, says
from page import eventually

PREFERENCES = "/api/v1/users/%s/notification-preferences"


def streak(page):
    """The switch of a category in the settings."""
    return page.page.locator("#sheet").get_by_role("switch", name="Streak at risk")


def chosen(demo):
    return call(demo, "GET", PREFERENCES % "me", user="dana")


def test_workflow_1_a_user_updates_preferences(opened, demo):
    page = opened("gss")
    before = chosen(demo)
    # 1 to 3: the settings show what the server has.
    page.phone("Dana").get_by_role("button", name=re.compile("^Settings")).click()
    for title in ["Event reminders", "Streak at risk", "Quest progress", "Kudos", "Deposit reminders",
                  "Competitions unlocked"]:
        expect(page.page.locator("#sheet").get_by_role("switch", name=title)).to_have_attribute("aria-checked", "true")
    # 4 to 6: the switch has moved before the server has answered.
    held = []
    page.page.route("**/category/streakRisk", lambda route: held.append(route))
    streak(page).click()
    expect(streak(page)).to_have_attribute("aria-checked", "false")
    eventually(page.page, lambda: held)
    expect(page.page.locator(".toast")).to_have_count(0)
    assert chosen(demo)["categories"]["streakRisk"]["enabled"] is True
    # 7: on success it says so, and the server has another time of the change.
    held[0].continue_()
    expect(page.page.locator(".toast.good")).to_contain_text("Saved")
    page.page.unroute("**/category/streakRisk")
    after = chosen(demo)
    assert after["categories"]["streakRisk"]["enabled"] is False and after["updatedAt"] != before["updatedAt"]
    # 8: on failure it moves back, says why, and offers to try again.
    page.page.route("**/category/streakRisk", lambda route: route.abort())
    streak(page).click()
    expect(page.page.locator(".toast.bad")).to_contain_text("The server does not respond")
    expect(streak(page)).to_have_attribute("aria-checked", "false")
    page.page.unroute("**/category/streakRisk")
    page.page.locator("#sheet").get_by_role("button", name="Try again").click()
    expect(streak(page)).to_have_attribute("aria-checked", "true")
    expect(page.page.locator("#sheet").get_by_role("button", name="Try again")).to_have_count(0)
    assert chosen(demo)["categories"]["streakRisk"]["enabled"] is True
    streak(page).click()
    expect(streak(page)).to_have_attribute("aria-checked", "false")
    page.close()
    # 9: a change made offline is sent later, and loses against the later one.
    offline = {"categories": {"streakRisk": {"enabled": True}, "kudos": {"enabled": False}}, "updatedAt": "2020-01-01T00:00:00Z"}
    merged = call(demo, "PUT", PREFERENCES % "me", offline, user="dana")["categories"]
    assert merged["streakRisk"]["enabled"] is False and merged["kudos"]["enabled"] is False
    # What was switched off is not pushed, and is in the inbox.
    page.trigger("Streak is at risk")
    expect(page.verdict("Dana").locator("strong")).to_have_text("Inbox only")
    assert Phone(demo, "dana").notifications() == []


def test_workflow_2_a_quick_reply_reaches_the_host(opened, demo):
    page = opened("gss")
    shown = board(page)
    dana = row(shown, "Dana")
    says(dana, "No response", "gray")
    # 1 and 2: one hour before the start the reminder is on the phone, with five buttons.
    ask(demo)
    expect(page.page.get_by_text("Participants can reply until")).to_be_visible()
    live(shown)
    phone = Phone(demo, "dana")
    titles = [action["title"] for action in phone.reminder()["actions"]]
    assert titles == ["On time ✓", "5 min late", "10 min late", "15 min late", "Can't make it ✗"]
    # 3 to 6: a tap without opening the app is a call of its own, and is in the audit log.
    tapped = phone.tap("late-10")
    assert tapped["reply"]["status"] == 200 and tapped["reply"]["body"]["eta"]["estimatedMinutesLate"] == 10
    # 7, 9 and 10: the open board, which is followed live, says so, in yellow and in words.
    says(dana, "+10 min late", "yellow")
    expect(shown.get_by_text("0 on time, 1 running late, 0 can't make it", exact=True)).to_be_visible()
    # 8: the phone confirms it by itself.
    assert [one["body"] for one in phone.notifications()] == ["Host notified you're running 10 min late"]
    taken = call(demo, "GET", "/api/v1/audit?user=dana&action=action-taken")["items"]
    assert [entry["actionPayload"]["estimatedMinutesLate"] for entry in taken] == [10]
    # Multiple replies are allowed, and the latest is shown (AC3.8).
    reply(demo, "dana", status="running-late", minutesLate=15)
    says(dana, "+15 min late", "yellow")


def test_workflow_2_cannot_make_it_leads_to_the_cancellation(opened, demo):
    ask(demo)
    page = opened("gss")
    shown = board(page)
    tapped = Phone(demo, "dana").tap("cant-make-it")
    assert tapped["link"] == "/events/park-run/cancel"
    dana = row(shown, "Dana")
    says(dana, "Can't make it", "red")
    # The app's page cancels; until then another reply counts.
    expect(dana).to_contain_text("Confirmed")
    check_in(demo, "dana", "cancelled")
    expect(dana).to_contain_text("Cancelled")
    refused = call(demo, "POST", EVENT + "/eta", {"status": "on-time"}, user="dana", status=403)
    assert refused["code"] == "rsvp-required"


def test_workflow_3_a_host_follows_the_board(opened, demo):
    page = opened("gss")
    # 1 to 3: within two hours of the start the host opens the board.
    with page.context.expect_page() as fresh:
        page.page.get_by_role("link", name="Open the host’s board").click()
    tab = fresh.value
    shown = tab.locator("peal-host-board")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Park run")
    expect(tab.get_by_text("No reminder has been sent yet.")).to_be_visible()
    ask(demo)
    expect(tab.get_by_text("Participants can reply until")).to_be_visible()
    live(shown)
    # 4 to 6: who comes, in S0's columns; nobody has replied, which is gray.
    columns = shown.get_by_role("columnheader")
    expect(columns).to_have_text(["Name", "RSVP Status", "ETA Status", "Check-In Status"])
    for name in ["Dana", "Lukas", "Omar"]:
        expect(row(shown, name)).to_contain_text("Confirmed")
        says(row(shown, name), "No response", "gray")
    # 7 and 8: what a participant replies is there without reading the page again.
    Phone(demo, "lukas").tap("on-time")
    lukas = row(shown, "Lukas")
    says(lukas, "On time", "green")
    expect(shown.get_by_text("1 on time, 0 running late, 0 can't make it", exact=True)).to_be_visible()
    # 9: a row leads to the RSVP and to contact details, also from its edge.
    box = lukas.bounding_box()
    tab.mouse.click(box["x"] + box["width"] - 4, box["y"] + 4)
    details = tab.get_by_role("dialog", name="Lukas")
    expect(details).to_contain_text("RSVP StatusConfirmed", use_inner_text=False)
    expect(details.get_by_role("link", name="+49 30 5550 123")).to_have_attribute("href", "tel:+49305550123")
    details.get_by_role("button", name="Close").click()
    expect(details).to_be_hidden()
    # 10: half an hour after the start replies are cleared, and check-ins are what counts.
    check_in(demo, "lukas")
    expect(lukas).to_contain_text("Checked in at")
    says(lukas, "On time", "green")
    demo.post("/sandbox/clock", {"advance": "PT1H30M"})
    expect(shown.get_by_text("1 of 3 checked in", exact=True)).to_be_visible()
    expect(columns).to_have_text(["Name", "Check-In Status", "RSVP Status"])
    expect(lukas).not_to_contain_text("On time")
    expect(lukas).to_contain_text("Checked in at")
    expect(row(shown, "Dana")).to_contain_text("Not checked in")
    views = [event for event in call(demo, "GET", "/api/v1/analytics/events?limit=200")["items"]
             if event["event"] == "eta_dashboard_viewed"]
    assert [(view["hostId"], view["participantCount"]) for view in views] == [("jordan", 3)]
