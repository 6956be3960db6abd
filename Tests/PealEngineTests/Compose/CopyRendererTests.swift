import PealCore
import Testing

@Suite("The texts of a notification")
struct CopyRendererTests {
    struct Hole: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var body: String
        var data: [String: JSONValue] = [:]
        var locale = "en"
        var zone = "UTC"
        var text: String
    }

    private static let instant: [String: JSONValue] = ["at": .string("2026-11-20T18:05:00Z")]

    static let values = [
        Hole(testDescription: "a string", body: "{{item}}", data: ["item": .string("Lamp")], text: "Lamp"),
        Hole(testDescription: "no variable at all", body: "Hello", text: "Hello"),
        Hole(testDescription: "an empty template", body: "", text: ""),
        Hole(
            testDescription: "letters of any script, and emoji",
            body: "«{{item}}»",
            data: ["item": .string("Łódź 灯 مصباح 👩‍👩‍👧")],
            text: "«\u{2068}Łódź 灯 مصباح 👩‍👩‍👧\u{2069}»"
        ),
        Hole(
            testDescription: "a value that looks like a template is not read as one",
            body: "{{item}}",
            data: ["item": .string("{{recipientId}}")],
            text: "{{recipientId}}"
        ),
        Hole(
            testDescription: "marks that turn the direction of writing are taken out, closed isolates stay (R114)",
            body: "{{item}}!",
            data: ["item": .string("a\u{202E}b\u{2066}c\u{2069}\u{2067}")],
            text: "ab\u{2066}c\u{2069}!"
        ),
        Hole(
            testDescription: "line ends are those of Unix",
            body: "{{note}}",
            data: ["note": .string("one\r\ntwo")],
            text: "one\ntwo"
        ),
        Hole(testDescription: "an integer", body: "{{minutes}}", data: ["minutes": .integer(12_345)], text: "12345"),
        Hole(testDescription: "an integer sent as 5.0", body: "{{minutes}}", data: ["minutes": .number(5)], text: "5"),
        Hole(testDescription: "a fraction", body: "{{pieces}}", data: ["pieces": .number(2.5)], text: "2.5"),
        Hole(testDescription: "a whole number", body: "{{pieces}}", data: ["pieces": .number(2)], text: "2"),
        Hole(testDescription: "yes", body: "{{done}}", data: ["done": .bool(true)], text: "true"),
        Hole(testDescription: "a plain instant", body: "{{at}}", data: instant, text: "2026-11-20T18:05:00Z"),
        Hole(testDescription: "a duration", body: "{{span}}", data: ["span": .string("PT1H30M")], text: "1 h 30 min"),
        Hole(
            testDescription: "plain money",
            body: "{{price}}",
            data: ["price": .string("25.00 USD")],
            text: "25.00 USD"
        ),
    ]

    static let formatted = [
        Hole(
            testDescription: "a number in English",
            body: "{{minutes | number}}",
            data: ["minutes": .integer(12_345)],
            text: "12,345"
        ),
        Hole(
            testDescription: "money in English",
            body: "{{price | money}}",
            data: ["price": .string("1234.50 USD")],
            locale: "en-US",
            text: "$1,234.50"
        ),
        Hole(
            testDescription: "a time in the reader's zone",
            body: "{{at | time}}",
            data: instant,
            locale: "en-US",
            zone: "America/New_York",
            text: "1:05 PM"
        ),
        Hole(
            testDescription: "English words with the times of Britain",
            body: "{{at | time}}",
            data: instant,
            locale: "en-GB",
            zone: "Europe/London",
            text: "18:05"
        ),
        Hole(
            testDescription: "an unknown zone is UTC",
            body: "{{at | time}}",
            data: instant,
            locale: "en-US",
            zone: "Nowhere/Land",
            text: "6:05 PM"
        ),
        Hole(
            testDescription: "a date that is another day in the reader's zone",
            body: "{{at | date}}",
            data: instant,
            locale: "en-US",
            zone: "Asia/Tokyo",
            text: "Nov 21, 2026"
        ),
        Hole(
            testDescription: "a day is the same in every zone",
            body: "{{day | date}}",
            data: ["day": .string("2026-11-20")],
            locale: "en-US",
            zone: "America/New_York",
            text: "Nov 20, 2026"
        ),
        Hole(
            testDescription: "a formatter that does not fit the value leaves it plain",
            body: "{{item | money}}",
            data: ["item": .string("Lamp")],
            text: "Lamp"
        ),
    ]

    static let omitted = [
        Hole(testDescription: "its default", body: "{{item}} is here", text: "something is here"),
        Hole(testDescription: "its default, for null", body: "{{item}}", data: ["item": .null], text: "something"),
        Hole(testDescription: "its default, whatever the formatter", body: "{{item | date}}", text: "something"),
        Hole(
            testDescription: "its default, for a value of another type",
            body: "{{item}}",
            data: ["item": .integer(5)],
            text: "something"
        ),
        Hole(testDescription: "its default in the words' language", body: "{{item}}", locale: "de", text: "something"),
        Hole(testDescription: "nothing without a default", body: "[{{note}}]", text: "[]"),
        Hole(testDescription: "nothing for an undeclared name", body: "[{{colour}}]", text: "[]"),
        Hole(
            testDescription: "nothing for an undeclared name that was sent",
            body: "[{{colour}}]",
            data: ["colour": .string("red")],
            text: "[]"
        ),
    ]

    @Test("show a value as its type is written", arguments: values + formatted)
    func shown(_ hole: Hole) throws { try expect(hole) }

    @Test("show what a variable that was not sent leaves", arguments: omitted)
    func left(_ hole: Hole) throws { try expect(hole) }

    private func expect(_ hole: Hole) throws {
        var scene = try CopyScene()
        scene.type.body = try CopyScene.copy(hole.body)
        scene.trigger.data = hole.data
        #expect(scene.content(locale: hole.locale, zone: hole.zone).text.body == hole.text)
    }

    @Test(
        "name the entity, its parent, the recipient and the transition, where there are any",
        arguments: [
            ("{{entityId}}", "o1"), ("{{parentId}}", "s1"), ("{{recipientId}}", "ann"), ("{{transition}}", "t1"),
        ]
    )
    func builtIn(body: String, text: String) throws {
        var scene = try CopyScene()
        scene.type.body = try CopyScene.copy(body)
        #expect(scene.content().text.body == text)
        scene.parent = nil
        scene.trigger.entity = nil
        scene.trigger.transition = nil
        #expect(scene.content().text.body == (body == "{{recipientId}}" ? "ann" : ""))
    }

    @Test(
        "are in the reader's language, else in the default one, each text by itself (R113)",
        arguments: [
            ("en", "Title", "Lamp here", "en"), ("de", "Titel", "Lamp hier", "de"),
            ("de-AT", "Titel", "Lamp hier", "de"),
            ("pl", "Title", "Lamp tutaj", "en"), ("fr", "Title", "Lamp here", "en"),
            ("tlh", "Title", "Lamp here", "en"),
            ("", "Title", "Lamp here", "en"),
        ]
    )
    func language(locale: String, title: String, body: String, written: String) throws {
        var scene = try CopyScene()
        scene.type.title = try CopyScene.copy("Title", ["de": "Titel"])
        scene.type.body = try CopyScene.copy("{{item}} here", ["de": "{{item}} hier", "pl": "{{item}} tutaj"])
        scene.trigger.data = ["item": .string("Lamp")]
        let content = scene.content(locale: locale)
        #expect([content.text.title, content.text.body, content.locale] == [title, body, written])
    }

    @Test("show a default in the language of the words around it")
    func defaults() throws {
        var scene = try CopyScene()
        scene.type.title = try CopyScene.copy("{{item}} here", ["de": "{{item}} hier"])
        scene.type.body = try CopyScene.copy("{{item}}", ["pl": "{{item}}"])
        let german = scene.content(locale: "de")
        #expect([german.text.title, german.text.body] == ["etwas hier", "something"])
        let polish = scene.content(locale: "pl")
        #expect([polish.text.title, polish.text.body] == ["something here", "coś"])
    }

    @Test("are empty where a type has none")
    func none() throws {
        var scene = try CopyScene()
        let empty = LocalizedTemplate(byLocale: [:], fallbackLocale: "en")
        (scene.type.title, scene.type.body) = (empty, empty)
        let text = scene.content(locale: "de").text
        #expect([text.title, text.body, text.pushTitle, text.pushBody] == ["", "", nil, nil])
    }

    @Test(
        "are cut for a push where they pass the budget, and only there (R112)",
        arguments: [
            (nil, "Lampshade", nil), (17, "Lampshade", nil), (16, "Lampshade", "Lampsha… arrives"),
            (10, "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧… arrives"), (11, "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", nil), (3, "Lamp", "… arrives"),
        ] as [(Int?, String, String?)]
    )
    func budget(_ budget: Int?, item: String, push: String?) throws {
        var scene = try CopyScene()
        let copy = try CopyScene.copy("{{item}} arrives")
        (scene.type.title, scene.type.body) = (copy, copy)
        scene.catalog.budgets = CopyBudgets(title: budget, body: budget)
        scene.trigger.data = ["item": .string(item)]
        let content = scene.content()
        #expect([content.text.title, content.text.body] == ["\(item) arrives", "\(item) arrives"])
        #expect([content.text.pushTitle, content.text.pushBody] == [push, push])
    }

    @Test("have a budget for each of both texts")
    func budgets() throws {
        var scene = try CopyScene()
        let copy = try CopyScene.copy("{{item}}")
        (scene.type.title, scene.type.body) = (copy, copy)
        scene.catalog.budgets = CopyBudgets(title: 3, body: 4)
        scene.trigger.data = ["item": .string("Lamp")]
        let content = scene.content()
        #expect([content.text.pushTitle, content.text.pushBody] == ["La…", nil])
    }
}
