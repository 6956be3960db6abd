// Every file the executable carries. Adding one takes two lines: its bytes and its row in the table.
#include "CPealAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char gss_yaml[] = {
#embed "../../Catalogs/gss.yaml"
};
static const unsigned char match_yaml[] = {
#embed "../../Catalogs/match.yaml"
};
static const unsigned char nhs_yaml[] = {
#embed "../../Catalogs/nhs.yaml"
};
static const unsigned char reports_yaml[] = {
#embed "../../Catalogs/reports.yaml"
};
static const unsigned char dsober_yaml[] = {
#embed "../../Catalogs/dsober.yaml"
};
static const unsigned char demo_gss_yaml[] = {
#embed "demo/gss.yaml"
};
static const unsigned char demo_match_yaml[] = {
#embed "demo/match.yaml"
};
static const unsigned char demo_nhs_yaml[] = {
#embed "demo/nhs.yaml"
};
static const unsigned char demo_reports_yaml[] = {
#embed "demo/reports.yaml"
};
static const unsigned char demo_dsober_yaml[] = {
#embed "demo/dsober.yaml"
};
static const unsigned char client_analytics_css[] = {
#embed "client/analytics.css"
};
static const unsigned char client_analytics_html[] = {
#embed "client/analytics.html"
};
static const unsigned char client_analytics_js[] = {
#embed "client/analytics.js"
};
static const unsigned char client_pages_css[] = {
#embed "client/pages.css"
};
static const unsigned char client_pages_html[] = {
#embed "client/pages.html"
};
static const unsigned char client_pages_js[] = {
#embed "client/pages.js"
};
static const unsigned char client_peal_de_js[] = {
#embed "client/peal-de.js"
};
static const unsigned char client_peal_es_js[] = {
#embed "client/peal-es.js"
};
static const unsigned char client_peal_eta_js[] = {
#embed "client/peal-eta.js"
};
static const unsigned char client_peal_fr_js[] = {
#embed "client/peal-fr.js"
};
static const unsigned char client_peal_preferences_js[] = {
#embed "client/peal-preferences.js"
};
static const unsigned char client_peal_icon_svg[] = {
#embed "client/peal-icon.svg"
};
static const unsigned char client_qrcode_js[] = {
#embed "client/qrcode.js"
};
static const unsigned char client_peal_sw_js[] = {
#embed "client/peal-sw.js"
};
static const unsigned char client_peal_js[] = {
#embed "client/peal.js"
};
static const unsigned char web_api_js[] = {
#embed "web/api.js"
};
static const unsigned char web_board_html[] = {
#embed "web/board.html"
};
static const unsigned char web_board_js[] = {
#embed "web/board.js"
};
static const unsigned char web_client_js[] = {
#embed "web/client.js"
};
static const unsigned char web_clock_js[] = {
#embed "web/clock.js"
};
static const unsigned char web_dom_js[] = {
#embed "web/dom.js"
};
static const unsigned char web_events_js[] = {
#embed "web/events.js"
};
static const unsigned char web_icon_svg[] = {
#embed "web/icon.svg"
};
static const unsigned char web_inbox_js[] = {
#embed "web/inbox.js"
};
static const unsigned char web_index_html[] = {
#embed "web/index.html"
};
static const unsigned char web_main_js[] = {
#embed "web/main.js"
};
static const unsigned char web_markdown_js[] = {
#embed "web/markdown.js"
};
static const unsigned char web_menu_js[] = {
#embed "web/menu.js"
};
static const unsigned char web_notice_js[] = {
#embed "web/notice.js"
};
static const unsigned char web_outcome_js[] = {
#embed "web/outcome.js"
};
static const unsigned char web_own_phone_js[] = {
#embed "web/ownPhone.js"
};
static const unsigned char web_phones_css[] = {
#embed "web/phones.css"
};
static const unsigned char web_phones_js[] = {
#embed "web/phones.js"
};
static const unsigned char web_preferences_js[] = {
#embed "web/preferences.js"
};
static const unsigned char web_readme_html[] = {
#embed "web/readme.html"
};
static const unsigned char web_readme_js[] = {
#embed "web/readme.js"
};
static const unsigned char web_screen_js[] = {
#embed "web/screen.js"
};
static const unsigned char web_session_js[] = {
#embed "web/session.js"
};
static const unsigned char web_sheet_css[] = {
#embed "web/sheet.css"
};
static const unsigned char web_sheet_js[] = {
#embed "web/sheet.js"
};
static const unsigned char web_shelf_js[] = {
#embed "web/shelf.js"
};
static const unsigned char web_sound_js[] = {
#embed "web/sound.js"
};
static const unsigned char web_story_js[] = {
#embed "web/story.js"
};
static const unsigned char web_style_css[] = {
#embed "web/style.css"
};
static const unsigned char web_time_js[] = {
#embed "web/time.js"
};
static const unsigned char web_trace_js[] = {
#embed "web/trace.js"
};
static const unsigned char web_why_js[] = {
#embed "web/why.js"
};
static const unsigned char web_words_js[] = {
#embed "web/words.js"
};
static const unsigned char web_browser_css[] = {
#embed "web/browser.css"
};
static const unsigned char web_browser_html[] = {
#embed "web/browser.html"
};
static const unsigned char web_browser_js[] = {
#embed "web/browser.js"
};
static const unsigned char web_browser_webmanifest[] = {
#embed "web/browser.webmanifest"
};
static const unsigned char web_colour_js[] = {
#embed "web/colour.js"
};
static const unsigned char web_simulated_js[] = {
#embed "web/simulated.js"
};
static const unsigned char web_readme_md[] = {
#embed "../../README.md"
};
static const unsigned char openapi_yaml[] = {
#embed "api/openapi.yaml"
};

static const struct peal_asset assets[] = {
    {"catalogs/gss.yaml", gss_yaml, sizeof gss_yaml},
    {"catalogs/match.yaml", match_yaml, sizeof match_yaml},
    {"catalogs/nhs.yaml", nhs_yaml, sizeof nhs_yaml},
    {"catalogs/reports.yaml", reports_yaml, sizeof reports_yaml},
    {"catalogs/dsober.yaml", dsober_yaml, sizeof dsober_yaml},
    {"demo/gss.yaml", demo_gss_yaml, sizeof demo_gss_yaml},
    {"demo/match.yaml", demo_match_yaml, sizeof demo_match_yaml},
    {"demo/nhs.yaml", demo_nhs_yaml, sizeof demo_nhs_yaml},
    {"demo/reports.yaml", demo_reports_yaml, sizeof demo_reports_yaml},
    {"demo/dsober.yaml", demo_dsober_yaml, sizeof demo_dsober_yaml},
    {"client/analytics.css", client_analytics_css, sizeof client_analytics_css},
    {"client/analytics.html", client_analytics_html, sizeof client_analytics_html},
    {"client/analytics.js", client_analytics_js, sizeof client_analytics_js},
    {"client/pages.css", client_pages_css, sizeof client_pages_css},
    {"client/pages.html", client_pages_html, sizeof client_pages_html},
    {"client/pages.js", client_pages_js, sizeof client_pages_js},
    {"client/peal-de.js", client_peal_de_js, sizeof client_peal_de_js},
    {"client/peal-es.js", client_peal_es_js, sizeof client_peal_es_js},
    {"client/peal-eta.js", client_peal_eta_js, sizeof client_peal_eta_js},
    {"client/peal-fr.js", client_peal_fr_js, sizeof client_peal_fr_js},
    {"client/peal-preferences.js", client_peal_preferences_js, sizeof client_peal_preferences_js},
    {"client/peal-icon.svg", client_peal_icon_svg, sizeof client_peal_icon_svg},
    {"client/peal-sw.js", client_peal_sw_js, sizeof client_peal_sw_js},
    {"client/qrcode.js", client_qrcode_js, sizeof client_qrcode_js},
    {"client/peal.js", client_peal_js, sizeof client_peal_js},
    {"web/api.js", web_api_js, sizeof web_api_js},
    {"web/board.html", web_board_html, sizeof web_board_html},
    {"web/board.js", web_board_js, sizeof web_board_js},
    {"web/client.js", web_client_js, sizeof web_client_js},
    {"web/clock.js", web_clock_js, sizeof web_clock_js},
    {"web/dom.js", web_dom_js, sizeof web_dom_js},
    {"web/events.js", web_events_js, sizeof web_events_js},
    {"web/icon.svg", web_icon_svg, sizeof web_icon_svg},
    {"web/inbox.js", web_inbox_js, sizeof web_inbox_js},
    {"web/index.html", web_index_html, sizeof web_index_html},
    {"web/main.js", web_main_js, sizeof web_main_js},
    {"web/markdown.js", web_markdown_js, sizeof web_markdown_js},
    {"web/menu.js", web_menu_js, sizeof web_menu_js},
    {"web/notice.js", web_notice_js, sizeof web_notice_js},
    {"web/outcome.js", web_outcome_js, sizeof web_outcome_js},
    {"web/ownPhone.js", web_own_phone_js, sizeof web_own_phone_js},
    {"web/phones.css", web_phones_css, sizeof web_phones_css},
    {"web/phones.js", web_phones_js, sizeof web_phones_js},
    {"web/preferences.js", web_preferences_js, sizeof web_preferences_js},
    {"web/readme.html", web_readme_html, sizeof web_readme_html},
    {"web/readme.js", web_readme_js, sizeof web_readme_js},
    {"web/screen.js", web_screen_js, sizeof web_screen_js},
    {"web/session.js", web_session_js, sizeof web_session_js},
    {"web/sheet.css", web_sheet_css, sizeof web_sheet_css},
    {"web/sheet.js", web_sheet_js, sizeof web_sheet_js},
    {"web/shelf.js", web_shelf_js, sizeof web_shelf_js},
    {"web/sound.js", web_sound_js, sizeof web_sound_js},
    {"web/story.js", web_story_js, sizeof web_story_js},
    {"web/style.css", web_style_css, sizeof web_style_css},
    {"web/time.js", web_time_js, sizeof web_time_js},
    {"web/trace.js", web_trace_js, sizeof web_trace_js},
    {"web/why.js", web_why_js, sizeof web_why_js},
    {"web/words.js", web_words_js, sizeof web_words_js},
    {"web/browser.css", web_browser_css, sizeof web_browser_css},
    {"web/browser.html", web_browser_html, sizeof web_browser_html},
    {"web/browser.js", web_browser_js, sizeof web_browser_js},
    {"web/browser.webmanifest", web_browser_webmanifest, sizeof web_browser_webmanifest},
    {"web/colour.js", web_colour_js, sizeof web_colour_js},
    {"web/simulated.js", web_simulated_js, sizeof web_simulated_js},
    {"web/README.md", web_readme_md, sizeof web_readme_md},
    {"api/openapi.yaml", openapi_yaml, sizeof openapi_yaml},
};

size_t peal_asset_count(void) { return sizeof assets / sizeof assets[0]; }

const struct peal_asset *peal_asset_at(size_t index) {
    return index < peal_asset_count() ? &assets[index] : NULL;
}
