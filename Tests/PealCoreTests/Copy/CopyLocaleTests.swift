import PealCore
import Testing

@Suite("The locale of one text")
struct CopyLocaleTests {
    private static let title = LocalizedText(byLocale: ["en": "Hello"], fallbackLocale: "en")
    private static let body = LocalizedText(byLocale: ["en": "Bye", "de": "Tschüs"], fallbackLocale: "en")

    @Test(
        "words and formats are of one language, text by text; the reader's region is kept",
        arguments: [
            ("en-GB", "en", "en-GB", "en", "en-GB"), ("de", "en", "en", "de", "de"),
            ("de-AT", "en", "en", "de", "de-AT"),
            ("fr", "en", "en", "en", "en"), ("en-US-u-hc-h23", "en", "en-US-u-hc-h23", "en", "en-US-u-hc-h23"),
            ("de_CH@calendar=buddhist", "en", "en", "de", "de-CH"), ("de-u-nu-arab", "en", "en", "de", "de"),
            ("deu-AT", "en", "en", "de", "de-AT"),
        ]
    )
    func locales(reader: String, title: String, titleFormats: String, body: String, bodyFormats: String) {
        let (own, other) = (Self.title.locale(for: reader), Self.body.locale(for: reader))
        #expect((own.copy, own.formats) == (title, titleFormats))
        #expect((other.copy, other.formats) == (body, bodyFormats))
    }
}
