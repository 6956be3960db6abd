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
static const unsigned char web_api_js[] = {
#embed "web/api.js"
};
static const unsigned char web_clock_js[] = {
#embed "web/clock.js"
};
static const unsigned char web_dom_js[] = {
#embed "web/dom.js"
};
static const unsigned char web_happenings_js[] = {
#embed "web/happenings.js"
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
static const unsigned char web_notice_js[] = {
#embed "web/notice.js"
};
static const unsigned char web_panels_css[] = {
#embed "web/panels.css"
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
static const unsigned char web_screen_js[] = {
#embed "web/screen.js"
};
static const unsigned char web_sound_js[] = {
#embed "web/sound.js"
};
static const unsigned char web_style_css[] = {
#embed "web/style.css"
};
static const unsigned char web_time_js[] = {
#embed "web/time.js"
};
static const unsigned char web_why_js[] = {
#embed "web/why.js"
};
static const unsigned char web_words_js[] = {
#embed "web/words.js"
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
    {"web/api.js", web_api_js, sizeof web_api_js},
    {"web/clock.js", web_clock_js, sizeof web_clock_js},
    {"web/dom.js", web_dom_js, sizeof web_dom_js},
    {"web/happenings.js", web_happenings_js, sizeof web_happenings_js},
    {"web/icon.svg", web_icon_svg, sizeof web_icon_svg},
    {"web/inbox.js", web_inbox_js, sizeof web_inbox_js},
    {"web/index.html", web_index_html, sizeof web_index_html},
    {"web/main.js", web_main_js, sizeof web_main_js},
    {"web/notice.js", web_notice_js, sizeof web_notice_js},
    {"web/panels.css", web_panels_css, sizeof web_panels_css},
    {"web/phones.css", web_phones_css, sizeof web_phones_css},
    {"web/phones.js", web_phones_js, sizeof web_phones_js},
    {"web/preferences.js", web_preferences_js, sizeof web_preferences_js},
    {"web/screen.js", web_screen_js, sizeof web_screen_js},
    {"web/sound.js", web_sound_js, sizeof web_sound_js},
    {"web/style.css", web_style_css, sizeof web_style_css},
    {"web/time.js", web_time_js, sizeof web_time_js},
    {"web/why.js", web_why_js, sizeof web_why_js},
    {"web/words.js", web_words_js, sizeof web_words_js},
    {"api/openapi.yaml", openapi_yaml, sizeof openapi_yaml},
};

size_t peal_asset_count(void) { return sizeof assets / sizeof assets[0]; }

const struct peal_asset *peal_asset_at(size_t index) {
    return index < peal_asset_count() ? &assets[index] : NULL;
}
