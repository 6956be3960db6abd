import PealCore
import Testing

@testable import PealEngine

@Suite("Keys, links and data of a notification")
struct CopyKeysTests {
    @Test(
        "A digest's key tells types, entities and values apart",
        arguments: [
            ("{{type}}", "arrived"), ("{{entity}}", "order/o1"), ("{{entityId}}", "o1"), ("{{parentId}}", "s1"),
            ("{{recipientId}}", "ann"), ("{{transition}}", "t1"), ("{{item}}", "Lamp"), ("{{note}}", ""),
            ("fixed", "fixed"),
            ("", ""), ("{{type}}:{{item}}", "arrived:Lamp"),
        ]
    )
    func digestKey(template: String, key: String) throws {
        var scene = try CopyScene()
        scene.trigger.data = ["item": .string("Lamp")]
        #expect(scene.renderer.digestKey(for: "ann") == nil)
        scene.type.digest = DigestRule(key: try Template(template), window: .seconds(60))
        #expect(scene.renderer.digestKey(for: "ann") == key)
    }

    @Test("A key without its entity, parent and transition is empty")
    func emptyKey() throws {
        var scene = try CopyScene()
        scene.parent = nil
        scene.trigger.entity = nil
        scene.trigger.transition = nil
        scene.type.digest = DigestRule(
            key: try Template("{{entity}}{{entityId}}{{parentId}}{{transition}}"),
            window: .seconds(60)
        )
        #expect(scene.renderer.digestKey(for: "ann") == "")
    }

    @Test("Thread, group and collapse key take plain values, and no default of a text")
    func keys() throws {
        var scene = try CopyScene()
        let bare = scene.content()
        #expect([bare.thread, bare.group, bare.collapse] == [nil, nil, nil])
        scene.type.thread = try Template("order/{{entityId}}/{{item}}")
        scene.type.group = try Template("{{parentId}}")
        scene.type.collapse = try Template("{{minutes}}")
        scene.trigger.data = ["minutes": .integer(12_345)]
        let content = scene.content(locale: "de")
        #expect([content.thread, content.group, content.collapse] == ["order/o1/", "s1", "12345"])
        #expect(scene.renderer.thread(for: "ann") == "order/o1/")
    }

    /// Where a type can name the recipient.
    struct RecipientUse: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var put: @Sendable (inout NotificationType) throws -> Void
        var read: @Sendable (NotificationContent) -> String?

        static let template = "/orders/{{recipientId}}"
    }

    static let uses = [
        RecipientUse(
            testDescription: "title",
            put: { $0.title = try CopyScene.copy(RecipientUse.template) },
            read: { $0.text.title }
        ),
        RecipientUse(
            testDescription: "body",
            put: { $0.body = try CopyScene.copy(RecipientUse.template) },
            read: { $0.text.body }
        ),
        RecipientUse(
            testDescription: "link",
            put: { $0.link = try Template(RecipientUse.template) },
            read: { $0.link }
        ),
        RecipientUse(
            testDescription: "thread",
            put: { $0.thread = try Template(RecipientUse.template) },
            read: { $0.thread }
        ),
        RecipientUse(
            testDescription: "group",
            put: { $0.group = try Template(RecipientUse.template) },
            read: { $0.group }
        ),
        RecipientUse(
            testDescription: "collapse key",
            put: { $0.collapse = try Template(RecipientUse.template) },
            read: { $0.collapse }
        ),
        RecipientUse(
            testDescription: "link of a button",
            put: { $0.actions = [button(link: try Template(RecipientUse.template))] },
            read: { ActionContent.decode($0)["open"]?.link }
        ),
        RecipientUse(
            testDescription: "payload of a button",
            put: { $0.actions = [button(payload: ["to": .template(try Template(RecipientUse.template))])] },
            read: { ActionContent.decode($0)["open"]?.payload["to"]?.string }
        ),
    ]

    @Test("One renderer gives every reader their own, wherever the recipient is named", arguments: uses)
    func personal(_ use: RecipientUse) throws {
        var scene = try CopyScene()
        try use.put(&scene.type)
        var renderer = scene.renderer
        for _ in 1...2 {
            for user in ["ann", "bob"] as [UserID] {
                let content = renderer.content(for: user, locale: "en", zone: "UTC")
                #expect(use.read(content) == "/orders/\(user.rawValue)")
            }
        }
    }

    @Test("One renderer gives every reader their own, also when it has more readers than it keeps texts")
    func manyReaders() throws {
        var scene = try CopyScene()
        scene.type.body = try CopyScene.copy("{{recipientId}}")
        var renderer = scene.renderer
        for _ in 1...2 {
            for number in 0..<300 {
                let content = renderer.content(for: UserID("u\(number)"), locale: "x-\(number)", zone: "UTC")
                #expect(content.text.body == "u\(number)")
            }
        }
    }

    @Test("Readers of one language in different zones get their own times")
    func zones() throws {
        var scene = try CopyScene()
        scene.type.body = try CopyScene.copy("{{at | time}}")
        scene.trigger.data = ["at": .string("2026-11-20T18:05:00Z")]
        var renderer = scene.renderer
        let bodies = ["Europe/London", "Europe/Berlin", "Europe/London"].map { zone in
            renderer.content(for: "ann", locale: "en-GB", zone: zone).text.body
        }
        #expect(bodies == ["18:05", "19:05", "18:05"])
    }

    @Test(
        "A link is escaped, and one that is not the app's becomes the fallback",
        arguments: [
            ("/orders/{{item}}", "a b ä", "/orders/a%20b%20%C3%A4"), ("/orders/{{item}}", "a/b", "/orders/a%2Fb"),
            ("/orders/{{item}}", "..", "/"),
            ("{{item}}", "https://example.com/", "/"),
            ("{{item}}", "/orders/o1", "/orders/o1"), ("/nowhere/{{item}}", "x", "/"),
            ("/orders/o1", "x", "/orders/o1"),
        ]
    )
    func link(template: String, item: String, link: String) throws {
        var scene = try CopyScene()
        scene.type.link = try Template(template)
        scene.trigger.data = ["item": .string(item)]
        #expect(scene.content().link == link)
    }

    @Test(
        "Only a silent push brings its variables, those that are declared and sent",
        arguments: [
            (true, ["item": .string("Lamp"), "minutes": .integer(5)], #"{"item":"Lamp","minutes":5}"#),
            (true, ["item": .null, "done": .bool(false), "colour": .string("red")], #"{"done":false}"#),
            (true, ["colour": .string("red")], nil), (true, [:], nil), (false, ["item": .string("Lamp")], nil),
        ] as [(Bool, [String: JSONValue], String?)]
    )
    func silentData(isSilent: Bool, sent: [String: JSONValue], data: String?) throws {
        var scene = try CopyScene()
        scene.type.silent = isSilent
        scene.trigger.data = sent
        #expect(scene.content().text.data == data)
    }

    @Test("A button of an app without buttons carries nothing")
    func buttonsOff() throws {
        var scene = try CopyScene()
        scene.type.actions = [Self.button(link: try Template("/orders/{{entityId}}"))]
        #expect(ActionContent.decode(scene.content())["open"]?.link == "/orders/o1")
        scene.catalog.features.actions = false
        #expect(scene.content().text.actions == nil)
    }

    @Test(
        "A button's payload keeps the type of a variable that stands alone",
        arguments: [
            ("{{minutes}}", .integer(5)), ("{{done}}", .bool(true)), ("{{item}}", .null),
            ("at {{minutes}}", .string("at 5")),
            ("{{entityId}}", .string("o1")), ("{{minutes | number}}", .string("5")), ("", .string("")),
        ] as [(String, JSONValue)]
    )
    func payload(template: String, value: JSONValue) throws {
        var scene = try CopyScene()
        scene.type.actions = [Self.button(payload: ["value": .template(try Template(template))])]
        scene.trigger.data = ["minutes": .integer(5), "done": .bool(true)]
        #expect(ActionContent.decode(scene.content())["open"]?.payload == ["value": value])
    }

    private static func button(
        link: Template? = nil,
        payload: [String: ActionDeclaration.Value] = [:]
    ) -> ActionDeclaration {
        let title = LocalizedText(byLocale: ["en": "Open"], fallbackLocale: "en")
        return ActionDeclaration(id: "open", title: title, kind: .openApp, link: link, payload: payload)
    }
}
