import PealCore
import Testing

@testable import PealSandbox

@Suite("The screen of a virtual phone")
struct PhoneScreenTests {
    private static func tags(_ tags: String...) -> [String: JSONValue] {
        ["cleared": .array(tags.map { .object(["tag": .string($0)]) })]
    }

    /// Pushes with a tag and an id, and a push that clears.
    struct Clearing: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pushes: [(id: String, tag: String?)]
        var clear: (id: String, peal: [String: JSONValue])?
        var shown: [String]
    }

    @Test(
        "replaces what has the same id or tag, and clears what is named",
        arguments: [
            Clearing(testDescription: "different ones", pushes: [("a", nil), ("b", nil)], shown: ["a", "b"]),
            Clearing(testDescription: "the same id", pushes: [("a", nil), ("b", nil), ("a", nil)], shown: ["b", "a"]),
            Clearing(
                testDescription: "the same tag",
                pushes: [("a", "t"), ("b", "t"), ("c", "u")],
                shown: ["b", "c"]
            ),
            Clearing(
                testDescription: "cleared by id",
                pushes: [("a", "t"), ("b", "t2")],
                clear: ("a", [:]),
                shown: ["b"]
            ),
            Clearing(
                testDescription: "cleared by tags",
                pushes: [("a", "t"), ("b", "u"), ("c", nil)],
                clear: ("x", tags("t", "u", "v")),
                shown: ["c"]
            ),
            Clearing(testDescription: "nothing to clear", pushes: [], clear: ("a", tags("t")), shown: []),
        ]
    )
    func replaced(_ clearing: Clearing) throws {
        let scene = try FleetScene()
        for push in clearing.pushes { scene.push(push.id, tag: push.tag) }
        if let clear = clearing.clear { scene.push(clear.id, op: "clear", peal: clear.peal) }
        #expect(try scene.shown == clearing.shown)
    }

    @Test("shows the latest fifty, and remembers the latest two hundred sounds and receipts")
    func bounds() throws {
        let scene = try FleetScene()
        for number in 1...205 { scene.push("ntf_\(number)", sound: "s\(number)") }
        let screen = try scene.fleet.screen(scene.phone)
        #expect(screen.notifications.map(\.id) == (156...205).map { "ntf_\($0)" })
        #expect(screen.sounds == (6...205).map { "s\($0)" })
        #expect(try Set(scene.receipts.keys) == Set((6...205).map { "ntf_\($0)" }))
        #expect(try scene.fleet.phone(scene.phone).received == 205)
    }

    @Test("counts what it would have shown, had it been allowed to")
    func withheld() throws {
        let scene = try FleetScene(permission: .denied)
        scene.push("ntf_1")
        scene.push("ntf_2", op: "sync")
        try scene.fleet.setPermission(scene.phone, .granted)
        scene.push("ntf_3")
        let phone = try scene.fleet.phone(scene.phone)
        #expect([phone.received, phone.withheld] == [3, 1])
        #expect(try scene.shown == ["ntf_3"])
        #expect(phone.receipts == ["ntf_1": .blocked, "ntf_3": .shown])
    }

    private static let buttons: [String: JSONValue] = [
        "link": .string("app://orders/o1"),
        "actions": .array([
            .object(["id": .string("open"), "title": .string("Open"), "kind": .string("open-app")]),
            .object([
                "id": .string("yes"), "title": .string("Yes"), "kind": .string("quick-reply"),
                "link": .string("app://yes"), "payload": .object(["n": .integer(1)]), "token": .string("secret"),
            ]),
            .object(["id": .string("untitled")]),
        ]),
    ]

    @Test(
        "leads where the notification or its button says",
        arguments: [
            (nil, PhoneTap(notification: "ntf_1", link: "app://orders/o1")),
            ("open", PhoneTap(notification: "ntf_1", link: "app://orders/o1", action: "open", kind: "open-app")),
            (
                "yes",
                PhoneTap(
                    notification: "ntf_1",
                    link: "app://yes",
                    action: "yes",
                    kind: "quick-reply",
                    payload: .object(["n": .integer(1)]),
                    token: "secret"
                )
            ),
        ] as [(String?, PhoneTap)]
    )
    func tap(action: String?, tap: PhoneTap) throws {
        let scene = try FleetScene()
        scene.push("ntf_1", peal: Self.buttons)
        #expect(
            try scene.fleet.screen(scene.phone).notifications.first?.actions == [
                PhoneScreen.Action(id: "open", title: "Open"), PhoneScreen.Action(id: "yes", title: "Yes"),
            ]
        )
        let result = try scene.fleet.tap(scene.phone, notification: "ntf_1", action: action)
        #expect(result.tap == tap)
        // An app sends what carries a token, and nothing else.
        #expect(result.reply?.token == tap.token)
        #expect(try scene.shown == [])
        #expect(throws: PhoneError(.notFound, "the phone shows no notification ntf_1")) {
            try scene.fleet.tap(scene.phone, notification: "ntf_1")
        }
    }

    @Test("refuses a button that there is not, and keeps the notification")
    func noButton() throws {
        let scene = try FleetScene()
        scene.push("ntf_1", peal: Self.buttons)
        #expect(throws: PhoneError(.notFound, "the notification has no button no")) {
            try scene.fleet.tap(scene.phone, notification: "ntf_1", action: "no")
        }
        #expect(try scene.shown == ["ntf_1"])
    }

    @Test("keeps replies until the phone is back, in the order of the taps")
    func unsent() throws {
        let scene = try FleetScene()
        for number in 1...50 { scene.push("ntf_\(number)", peal: Self.buttons) }
        try scene.fleet.disconnect(scene.phone)
        for number in 1...3 {
            let result = try scene.fleet.tap(scene.phone, notification: "ntf_\(number)", action: "yes")
            #expect(result.reply == nil)
        }
        #expect(try scene.fleet.takeUnsent(scene.phone) == [])
        try scene.fleet.reconnect(scene.phone)
        let unsent = try scene.fleet.takeUnsent(scene.phone)
        #expect(unsent.map(\.tap.notification) == ["ntf_1", "ntf_2", "ntf_3"])
        #expect(try scene.fleet.takeUnsent(scene.phone) == [])
    }

    @Test("shows what the app says of a reply in place of what it said before")
    func local() throws {
        let scene = try FleetScene()
        scene.push("ntf_1", peal: Self.buttons)
        let reply = try #require(try scene.fleet.tap(scene.phone, notification: "ntf_1", action: "yes").reply)
        for text in ["Sending", "Sent"] { try scene.fleet.show(text, of: reply, link: "app://sent", on: scene.phone) }
        let notes = try scene.fleet.screen(scene.phone).notifications
        #expect(notes.map(\.id) == ["local-ntf_1"])
        #expect(notes.map(\.body) == ["Sent"])
        #expect(notes.map(\.title) == ["Title"])
        try scene.fleet.uninstall(scene.phone)
        try scene.fleet.show("Late", of: reply, link: "app://sent", on: scene.phone)
        #expect(try scene.shown == [])
    }
}
