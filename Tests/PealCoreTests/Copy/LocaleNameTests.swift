import PealCore
import Testing

@Suite("Which copy a reader gets (R113)")
struct LocaleNameTests {
    @Test(
        "R113: from the reader's own locale over its parents to the app's first",
        arguments: [
            ("es-MX", ["en", "es", "es-MX"], "es-MX"), ("es-MX", ["en", "es", "es-419"], "es-419"),
            ("es-MX", ["en", "es"], "es"), ("es-ES", ["en", "es", "es-419"], "es"), ("es-MX", ["en", "fr"], "en"),
            ("pt-AO", ["en", "pt", "pt-PT"], "pt-PT"), ("pt-BR", ["en", "pt", "pt-PT"], "pt"),
            ("zh-TW", ["en", "zh", "zh-Hant"], "zh-Hant"), ("zh-Hant-HK", ["en", "zh", "zh-Hant"], "zh-Hant"),
            ("zh-CN", ["en", "zh-Hans", "zh-Hant"], "zh-Hans"), ("zh", ["en", "zh-Hant", "zh-Hans"], "zh-Hans"),
            ("zh-TW", ["en", "zh"], "zh"), ("sr-Latn-RS", ["en", "sr", "sr-Latn"], "sr-Latn"),
            ("en-AU", ["de", "en", "en-001"], "en-001"), ("en-US", ["de", "en", "en-001"], "en"),
            ("de-AT", ["en", "de-CH"], "de-CH"), ("en", ["en-GB", "de"], "en-GB"), ("xx", ["en", "de"], "en"),
            ("", ["en", "de"], "en"), ("no", ["en", "nb"], "nb"), ("iw-IL", ["en", "he"], "he"),
        ]
    )
    func resolve(reader: String, written: [String], expected: String) {
        let copy = LocalizedText(
            byLocale: Dictionary(uniqueKeysWithValues: written.map { ($0, $0) }),
            fallbackLocale: written[0]
        )
        #expect(copy.resolve(reader) == expected)
        #expect(copy.text(for: reader) == expected)
    }

    @Test("nobody's locale reads the app's first") func none() {
        #expect(LocalizedText(byLocale: ["de": "x"], fallbackLocale: "de").resolve(nil) == "de")
    }

    @Test(
        "spelling, variants and what POSIX hangs on make no difference",
        arguments: ["pt-BR", "pt_BR", "PT-br", "pt_BR.UTF-8", "pt-br@euro", "pt-BR-u-nu-latn"]
    )
    func spelling(text: String) {
        let copy = LocalizedText(byLocale: ["en": "e", "pt-br": "b", "pt": "p"], fallbackLocale: "en")
        #expect(copy.text(for: text) == "b")
    }
}
