"""The first steps in the demo: a reminder, a reply by one tap, the host's board, and the question that fills the screen. It is the
same on a desktop and on the smallest phone, by day and by night."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from fonts import FONTS, WIDE
from gss import live, row, says
from page import eventually
from test_access import violations

SCREENS = [(1440, 900), (1024, 768), (390, 844), (320, 640)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
TIME = re.compile(r"\b(\d{1,2}:\d\d)\b")
#: On the phones of those who are asked.
REPLIES = {"Dana": ["On time ✓", "5 min late", "10 min late", "15 min late", "Can't make it ✗"],
           "Lukas": ["Pünktlich ✓", "5 Min. später", "10 Min. später", "15 Min. später", "Ich kann nicht ✗"]}


@pytest.fixture
def tour(opened):
    """Opens the demo; at the end no page of it may have written an error to its console."""
    pages, errors = [], []

    def watch(tab):
        tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)

    def open(**options):
        page = opened("gss", wait=False, reduced_motion="reduce", **options)
        page.context.on("page", watch)
        watch(page.page)
        page.wait()
        pages.append(page)
        return page

    yield open
    for page in pages:
        page.page.close()
    assert errors == [], errors


def times(text):
    return {found.zfill(5) for found in TIME.findall(text)}


def is_whole(phone, inner):
    """Whether a part of a phone's screen is seen as a whole, not cut by what is above or below it."""
    view, box = phone.locator(".view").bounding_box(), inner.bounding_box()
    return box["y"] >= view["y"] and box["y"] + box["height"] <= view["y"] + view["height"] and box["x"] + box["width"] <= view["x"] + view["width"]


@pytest.mark.parametrize("width, height", SCREENS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tour(tour, width, height, scheme):
    page = tour(width=width, height=height, scheme=scheme)
    tab = page.page
    page.trigger()
    said = set()
    for name, titles in REPLIES.items():
        phone = page.phone(name)
        notice = phone.locator(".notice").first
        said |= times(notice.locator(".notice-body").inner_text())
        buttons = notice.locator(".notice-action")
        expect(buttons).to_have_text(titles)
        phone.scroll_into_view_if_needed()
        for button in buttons.all():
            assert is_whole(phone, button), (name, button.inner_text())
    assert len(said) == 1, said
    # The page, its phones and the event are in one zone: the browser of this test is in another.
    clock = times(tab.locator("#clock-now").inner_text())
    assert {text.zfill(5) for text in tab.locator(".status > span:first-child").all_inner_texts()} == clock
    expect(tab.locator("#next")).to_contain_text("Next: tap “10 min late” on a phone")
    assert violations(page) == []
    # A reply is named as one, whoever replies, and leads on.
    page.phone("Lukas").get_by_role("button", name="10 Min. später").click()
    expect(tab.locator("#outcome strong")).to_have_text("Lukas replied “10 Min. später”")
    expect(tab.locator("#outcome .pill").first).to_have_text("Jordan: Delivered")
    assert "Dana comes late" not in tab.locator("#outcome").inner_text()
    assert not tab.evaluate(SIDEWAYS)
    assert violations(page) == []
    with page.context.expect_page() as fresh:
        tab.locator("#next").get_by_role("link", name="host’s board").click()
    board = fresh.value
    shown = board.locator("peal-host-board")
    says(row(shown, "Lukas"), "+10 min late", "yellow")
    assert times(shown.get_by_text(re.compile("^Starts at")).inner_text()) == said
    assert times(board.locator("#replies").inner_text()).isdisjoint(said)
    assert times(board.locator("#clock-now").inner_text()) <= clock | times(tab.locator("#clock-now").inner_text())
    assert not board.evaluate(SIDEWAYS)
    board.close()


@pytest.mark.parametrize("width, height, scheme, font", [
    (1440, 900, "light", FONTS[0]), (1024, 768, "dark", FONTS[0]), (390, 844, "dark", WIDE), (320, 640, "light", WIDE)])
def test_the_tour_leads_to_the_question_that_fills_the_screen(tour, width, height, scheme, font):
    page = tour(width=width, height=height, scheme=scheme, font=font)
    page.trigger()
    with page.context.expect_page() as fresh:
        page.page.locator("#next").get_by_role("link", name="answer full screen").click()
    tab = fresh.value
    dialog = tab.get_by_role("alertdialog", name="When will you arrive?")
    expect(dialog).to_be_visible()
    replies = dialog.locator("peal-quick-reply").get_by_role("button")
    expect(replies).to_have_text(REPLIES["Dana"])
    assert not tab.evaluate(SIDEWAYS)
    page.page, first = tab, page.page
    assert violations(page) == []
    replies.filter(has_text="15 min late").click()
    expect(dialog).to_have_count(0)
    expect(tab.locator("peal-toast").get_by_text("Host notified you're running 15 min late")).to_be_visible()
    # A reload does not ask again.
    tab.reload()
    expect(tab.locator("#app-name")).to_have_text("GSS")
    live_inbox = "() => customElements.get('peal-inbox') && document.querySelector('peal-inbox').client?.live.mode.get() === 'live'"
    tab.wait_for_function(live_inbox)
    expect(dialog).to_have_count(0)
    tab.close()
    page.page = first


def test_the_question_is_asked_when_the_page_knows_how_to_show_it(tour):
    """The settings of the page are followed live before its catalog is there."""
    page = tour()
    page.trigger()
    context = page.context
    waiting = []
    context.route("**/api/v1/client-config*", lambda route: waiting.append(route))
    with context.expect_page() as fresh:
        page.page.locator("#next").get_by_role("link", name="answer full screen").click()
    tab = fresh.value
    tab.wait_for_function("() => document.querySelector('peal-preferences')?.client?.live.mode.get() === 'live'")
    for route in waiting:
        route.continue_()
    context.unroute("**/api/v1/client-config*")
    expect(tab.get_by_role("alertdialog", name="When will you arrive?")).to_be_visible()
    tab.close()


def test_a_phone_of_ones_own_reads_the_address(tour):
    page = tour()
    phone = page.phone("Dana")
    phone.locator("summary").click()
    phone.locator(".menu-items").get_by_text("Use your own phone").click()
    sheet = page.page.locator("#sheet")
    code = sheet.get_by_role("img", name=re.compile("^QR code of "))
    expect(code).to_be_visible()
    [read] = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    link = sheet.get_by_role("link").first.get_attribute("href")
    assert read.text == link and link.endswith("/browser.html#gss/dana")
    port = link.split(":")[2].split("/")[0]
    expect(sheet).to_contain_text(f"adb reverse tcp:{port} tcp:{port}")
    assert not page.page.evaluate(SIDEWAYS)


def test_a_reply_without_a_network_is_saved_and_named_when_it_is_sent(tour):
    page = tour()
    page.trigger()
    page.choose("Dana", "Offline")
    expect(page.phone("Dana").locator(".status-net")).to_have_text("Offline")
    page.phone("Dana").get_by_role("button", name="10 min late").click()
    toast = page.page.locator(".toast.good")
    expect(toast).to_contain_text("“10 min late” saved")
    expect(toast).to_contain_text("Sent when the phone is back.")
    expect(page.page.locator("#outcome strong")).to_have_text("Park run starts soon")
    page.choose("Dana", "Offline")
    expect(page.page.locator("#outcome strong")).to_have_text("Dana replied “10 min late”")


def test_a_reply_that_another_page_shows_is_named_as_one(opened):
    page, other = opened("gss"), opened("gss")
    page.trigger()
    page.phone("Dana").get_by_role("button", name="15 min late").click()
    expect(page.page.locator("#outcome strong")).to_have_text("Dana replied “15 min late”")
    expect(other.page.locator("#outcome strong")).to_have_text("A participant replied")
    page.trigger("Dana comes late")


def test_a_reset_is_one_quiet_step(tour, demo):
    page = tour()
    other = tour()
    page.trigger()
    page.page.get_by_role("button", name="+1 h", exact=True).click()
    before = demo.get("/demo/state?app=gss")["run"]
    toasts = []
    page.page.expose_function("toasted", lambda text: toasts.append(text))
    page.page.evaluate("""() => new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(node => window.toasted(node.textContent))))
      .observe(document.getElementById('toasts'), { childList: true })""")
    reset = page.page.locator("#reset")
    reset.focus()
    page.page.keyboard.press("Enter")
    # Controls wait, and the focus stays where it is.
    expect(page.page.locator("#banner")).to_have_text("Resetting the demo…")
    assert page.page.locator("#main").evaluate("one => one.inert")
    expect(reset).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.page.locator("#banner")).to_be_hidden()
    expect(reset).to_be_focused()
    assert not page.page.locator("#main").evaluate("one => one.inert")
    assert toasts == ["The demo starts from the beginning"]
    assert set(page.outcomes()) == {"No event yet"}
    assert demo.get("/demo/state?app=gss")["run"] != before
    # The clock is at the start, too, and the other tab has followed.
    expect(other.page.locator(".phone .verdict strong").first).to_have_text("No event yet")
    page.trigger()
    assert page.outcomes()[0] == "Delivered"


def test_two_browsers_of_a_user_are_told_apart(opened, demo):
    demo.post("/sandbox/phones", {"app": "gss", "user": "jordan", "provider": "webpush", "platform": "web"})
    page = opened("gss")
    names = [name.replace("\n", " ") for name in page.names() if name.startswith("Jordan")]
    assert names == ["Jordan iPhone", "Jordan Browser 1", "Jordan Browser 2"]
    labels = page.page.locator(".phone").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert len(set(labels)) == len(labels)


def test_the_form_of_the_clock_shows_the_new_time(opened):
    page = opened("gss")
    tab = page.page
    tab.get_by_role("button", name="Set time…").click()
    proposed = tab.locator("#clock-input").input_value()
    tab.get_by_role("button", name="+1 h", exact=True).click()
    eventually(tab, lambda: tab.locator("#clock-input").input_value() > proposed)
    tomorrow = tab.evaluate("now => new Date(Date.parse(now + 'Z') + 864e5).toISOString().slice(0, 11) + '09:30'", proposed)
    tab.locator("#clock-input").fill(tomorrow)
    # What is under way tells an old time; it does not come back.
    shown = []
    tab.expose_function("ticked", lambda text: shown.append(text))
    tab.evaluate("""() => new MutationObserver(() => window.ticked(document.getElementById('clock-now').textContent))
      .observe(document.getElementById('clock-now'), { childList: true, characterData: true, subtree: true })""")
    tab.get_by_role("button", name="Go", exact=True).click()
    expect(tab.locator("#clock")).not_to_have_attribute("aria-busy", "true")
    expect(tab.locator("#clock-now")).to_have_text(re.compile("^09:3"))
    first = next(index for index, text in enumerate(shown) if text.startswith("09:3"))
    assert all(text.startswith("09:3") for text in shown[first:]), shown


@pytest.mark.parametrize("font", FONTS)
def test_labels_of_docks_do_not_collide_and_outcomes_are_short(visited, font):
    page = visited("gss", width=1024, height=768, font=font)
    overlaps = """() => [...document.querySelectorAll('.dock')].filter(dock => {
      const [one, other] = [...dock.querySelectorAll('.dock-button > span:last-child')].map(label => label.getBoundingClientRect());
      return one.right + 4 > other.left || other.right > dock.getBoundingClientRect().right;
    }).length"""
    lines = """() => [...document.querySelectorAll('.verdict')].map(one => {
      const size = parseFloat(getComputedStyle(one.querySelector('strong')).lineHeight);
      return Math.round(one.querySelector('strong').getBoundingClientRect().height / size
        + one.querySelector('.outcome-detail').getBoundingClientRect().height / size);
    })"""
    for app in ["gss", "dsober"]:
        page.show(app)
        page.trigger()
        assert page.page.evaluate(overlaps) == 0, app
        assert max(page.page.evaluate(lines)) <= 3, (app, page.page.evaluate(lines))


def test_the_readme_is_shown_as_a_page(tour):
    page = tour(width=320, height=640)
    page.page.get_by_role("link", name="README").click()
    tab = page.page
    expect(tab.get_by_role("heading", level=1)).to_have_text("Peal")
    expect(tab.locator("pre").first).to_contain_text("make demo")
    text = tab.locator("#main").inner_text()
    assert "](" not in text and "**" not in text and "<!--" not in text and "\n#" not in text
    assert not tab.evaluate(SIDEWAYS)
    assert violations(page) == []
    tab.get_by_role("link", name="in your web site").first.click() if tab.get_by_role("link", name="in your web site").count() else None
    broken = tab.evaluate("[...document.querySelectorAll('#main a[href^=\"#\"]')].filter(one => !document.getElementById(one.hash.slice(1))).map(one => one.hash)")
    assert broken == []


def test_the_smallest_phone_shows_all_tabs_of_this_browser(shells, demo):
    for font in FONTS:
        context = shells(font).new_context(viewport={"width": 320, "height": 700})
        tab = context.new_page()
        tab.goto(demo.url + "/browser.html#gss/jordan")
        expect(tab.get_by_role("tab", name="Arrivals")).to_be_visible()
        for one in tab.get_by_role("tab").all():
            box = one.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 320, (font, box)
            assert one.evaluate("one => one.scrollWidth <= one.clientWidth"), font
        assert not tab.evaluate(SIDEWAYS)
        context.close()
