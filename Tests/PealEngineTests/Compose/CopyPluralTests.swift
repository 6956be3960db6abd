import PealCore
import Testing

@testable import PealEngine

@Suite("Texts with plural forms")
struct CopyPluralTests {
    struct Count: Sendable, CustomTestStringConvertible {
        var locale: String
        var sent: JSONValue?
        var text: String
        var testDescription: String { "\(locale) \(sent.map { "\($0)" } ?? "nothing"): \(text)" }

        init(_ locale: String, _ sent: JSONValue?, _ text: String) {
            self.locale = locale
            self.sent = sent
            self.text = text
        }
    }

    static let counts = [
        Count("en", .integer(1), "one 1"), Count("en", .integer(0), "other 0"), Count("en", .integer(2), "other 2"),
        Count("en", .integer(-1), "one -1"), Count("en", .number(1), "one 1"), Count("en", .number(1.5), "other 1.5"),
        Count("en-GB", .integer(1), "one 1"), Count("pl", .integer(1), "one 1"), Count("pl", .integer(2), "few 2"),
        Count("pl", .integer(5), "many 5"), Count("pl", .integer(12), "many 12"), Count("pl", .integer(22), "few 22"),
        Count("pl", .integer(0), "many 0"), Count("pl", .number(1.5), "other 1.5"),
    ]

    static let uncounted = [
        Count("en", nil, "other "), Count("en", .null, "other "), Count("en", .string("1"), "other "),
        Count("pl", nil, "other "),
    ]

    @Test(
        "take the form of the number in their own language, and `other` without a number",
        arguments: counts + uncounted
    )
    func form(_ count: Count) throws {
        var scene = try CopyScene()
        scene.type.body = LocalizedTemplate(
            byLocale: [
                "en": try CopyScene.forms(of: "pieces", [.one, .other]),
                "pl": try CopyScene.forms(of: "pieces", [.one, .few, .many, .other]),
            ],
            fallbackLocale: "en"
        )
        scene.trigger.data["pieces"] = count.sent
        #expect(scene.content(locale: count.locale).text.body == count.text)
    }

    @Test(
        "take `other` for a form that is not written",
        arguments: [(Int64(1), "one 1"), (2, "other 2"), (5, "other 5")]
    )
    func unwritten(count: Int64, text: String) throws {
        var scene = try CopyScene()
        let forms = try CopyScene.forms(of: "minutes", [.one, .other])
        scene.type.body = LocalizedTemplate(byLocale: ["en": forms, "pl": forms], fallbackLocale: "en")
        scene.trigger.data = ["minutes": .integer(count)]
        #expect(scene.content(locale: "pl").text.body == text)
    }

    @Test("follow the language of the words when a reader's own is not written")
    func fallback() throws {
        var scene = try CopyScene()
        scene.type.body = LocalizedTemplate(
            byLocale: ["en": try CopyScene.forms(of: "minutes", [.one, .few, .other])],
            fallbackLocale: "en"
        )
        scene.trigger.data = ["minutes": .integer(2)]
        #expect(scene.content(locale: "pl").text.body == "other 2")
    }

    struct Digest: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var copy: @Sendable () throws -> DigestCopy
        var count: Int
        var locale = "en"
        var text: DigestText
    }

    private static let counted: @Sendable () throws -> DigestCopy = {
        DigestCopy(
            title: try CopyScene.copy("News", ["de": "Neues"]),
            body: LocalizedTemplate(
                byLocale: [
                    "en": try CopyScene.forms(of: "count", [.one, .other]),
                    "pl": try CopyScene.forms(of: "count", [.one, .few, .many, .other]),
                ],
                fallbackLocale: "en"
            )
        )
    }

    static let digests = [
        Digest(
            testDescription: "the standard words for one",
            copy: { DigestCopy() },
            count: 1,
            text: DigestText(title: "App", body: "1 new notification")
        ),
        Digest(
            testDescription: "the standard words for several",
            copy: { DigestCopy() },
            count: 2,
            text: DigestText(title: "App", body: "2 new notifications")
        ),
        Digest(
            testDescription: "the standard words where copy is in no language",
            copy: { DigestCopy(title: LocalizedTemplate(byLocale: [:], fallbackLocale: "en")) },
            count: 3,
            text: DigestText(title: "App", body: "3 new notifications")
        ),
        Digest(
            testDescription: "a body of its own, a standard title",
            copy: { DigestCopy(body: try CopyScene.copy("{{count}} waiting")) },
            count: 1_000,
            text: DigestText(title: "App", body: "1000 waiting")
        ),
        Digest(testDescription: "one", copy: counted, count: 1, text: DigestText(title: "News", body: "one 1")),
        Digest(testDescription: "several", copy: counted, count: 7, text: DigestText(title: "News", body: "other 7")),
        Digest(
            testDescription: "each text in its own language",
            copy: counted,
            count: 2,
            locale: "de",
            text: DigestText(title: "Neues", body: "other 2")
        ),
        Digest(
            testDescription: "the forms of the reader's language",
            copy: counted,
            count: 2,
            locale: "pl",
            text: DigestText(title: "News", body: "few 2")
        ),
        Digest(
            testDescription: "variables of the newest notification",
            copy: {
                DigestCopy(body: try CopyScene.copy("{{count}}, the last for {{recipientId}}: {{item}}, {{note}}."))
            },
            count: 4,
            text: DigestText(title: "App", body: "4, the last for ann: Lamp, .")
        ),
        Digest(
            testDescription: "a variable that chooses the form by its own number",
            copy: {
                DigestCopy(
                    body: LocalizedTemplate(
                        byLocale: ["en": try CopyScene.forms(of: "minutes", [.one, .other])],
                        fallbackLocale: "en"
                    )
                )
            },
            count: 9,
            text: DigestText(title: "App", body: "one 1")
        ),
    ]

    @Test("say how many a digest stands for", arguments: digests)
    func digest(_ digest: Digest) throws {
        var scene = try CopyScene()
        scene.trigger.data = ["item": .string("Lamp"), "minutes": .integer(1)]
        let text = scene.renderer.digest(
            try digest.copy(),
            count: digest.count,
            for: "ann",
            locale: digest.locale,
            zone: "UTC"
        )
        #expect(text == digest.text)
    }

    @Test("of a digest are cut to the budget of a push")
    func budget() throws {
        var scene = try CopyScene()
        scene.catalog.budgets = CopyBudgets(title: 6, body: 10)
        scene.trigger.data = ["item": .string("Lampshade")]
        let copy = DigestCopy(title: try CopyScene.copy("{{item}}"), body: try CopyScene.copy("{{count}} {{item}}"))
        let text = scene.renderer.digest(copy, count: 12, for: "ann", locale: "en", zone: "UTC")
        #expect(text == DigestText(title: "Lamps…", body: "12 Lampsh…"))
    }
}
