import Testing

@Suite("What a device would show (R117)", .sharedSandbox())
struct PreviewTests {
    let gss: Backend
    private let path = "/api/v1/catalog/preview"

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    @Test("the words in the reader's language, from the data or the examples of the catalog; nothing is sent")
    func words() async throws {
        let before = try await SharedSandbox.sandbox.pushCount()
        let shown = try await gss.api.post(
            path,
            ["type": "kudos", "locale": "de-AT", "platform": "ios", "data": ["from": "Ann", "message": "Danke!"]]
        )
        #expect(shown["title"].string == "Kudos von Ann")
        #expect(shown["body"].string == "„Danke!“")
        #expect(shown["locale"].string == "de")
        #expect(shown["link"].string == "/kudos")
        #expect(shown["silent"].bool == false)
        let example = try await gss.api.post(path, ["type": "kudos", "platform": "web", "data": ["message": "Hi"]])
        #expect(example["title"].string == "Dana sent you kudos")
        #expect(example["body"].string == "“Hi”")
        #expect(try await SharedSandbox.sandbox.pushCount() == before)
        #expect(try await gss.triggerCount() == 0)
    }

    @Test(
        "the buttons that the platform shows; the others are behind “More…”",
        arguments: [("ios", 5), ("android", 5), ("web", 2)]
    )
    func buttons(platform: String, count: Int) async throws {
        let shown = try await gss.api.post(path, ["type": "event-reminder", "locale": "en", "platform": "\(platform)"])
        let actions = shown["actions"].items
        #expect(actions.map { $0["id"].string } == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"])
        #expect(actions.count { $0["place"].isNull } == count)
        #expect(actions.map { $0["group"].string } == [nil, "Running late", "Running late", "Running late", nil])
        #expect(actions.last?["link"].string == "/events/example/cancel")
        #expect(shown["link"].string == "/events/example")
        #expect(shown["iosCategory"].string == "EVENT_REMINDER")
        #expect(shown["androidButtons"].isNull == (platform != "android"))
    }

    @Test(
        "Android has three places: an app that draws has one that opens the choices, expo-notifications two and “More…”"
    )
    func androidButtons() async throws {
        let shown = try await gss.api.post(path, ["type": "event-reminder", "locale": "en", "platform": "android"])
        let buttons = shown["androidButtons"]
        let (drawn, registered) = (buttons["drawn"].items, buttons["registered"].items)
        #expect(drawn.map { $0["title"].string } == ["On time ✓", "Running late", "Can't make it ✗"])
        #expect(drawn.map { $0["choices"].items.count } == [0, 3, 0])
        #expect(registered.map { $0["title"].string } == ["On time ✓", "5 min late", "More…"])
        let plain = try await gss.api.post(path, ["type": "kudos", "platform": "android", "data": ["message": "Hi"]])
        #expect(plain["androidButtons"].isNull)
    }

    @Test(
        "what is wrong with the request is named",
        arguments: [
            (#"{"type": "kudo", "platform": "ios"}"#, "unknown-type", ["/type"]),
            (
                #"{"type": "kudos", "platform": "ios", "data": {"form": "x", "message": 5}}"#, "unknown-variable",
                ["/data/form", "/data/message"]
            ),
            (#"{"type": "kudos", "platform": "phone"}"#, "invalid", ["/platform"]),
            (#"{"platform": "ios", "kind": 1}"#, "invalid", ["/kind", "/type"]),
        ]
    )
    func wrong(body: String, code: String, pointers: [String]) async throws {
        let reply = try await gss.api.send("POST", path, try JSON(parsing: Array(body.utf8)))
        #expect(reply.status == 422)
        #expect(reply.code == code)
        #expect(reply.pointers.sorted() == pointers)
    }
}
