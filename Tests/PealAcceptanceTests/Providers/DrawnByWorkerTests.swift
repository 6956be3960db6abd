import Testing

/// Finding P3: a browser behind FCM whose service worker draws pushes gets data alone.
@Suite("P3: FCM on the web")
struct DrawnByWorkerTests {
    @Test("who draws it decides what is sent, and whether buttons are there", arguments: [true, false])
    func drawn(_ draws: Bool) async throws {
        try await EtaEvent.run(isAsked: false) { event in
            let phone = try await event.ann.phone("web", capabilities: draws ? ["draws": "granted"] : [:])
            // The reminder is sent an hour before the start.
            try await event.sandbox.advance("PT30M")
            let message = try #require(try await phone.pushes().last).message
            #expect(message["notification"].isNull == draws && message["webpush"]["notification"].isNull == draws)
            #expect(message["data"]["options"].isNull != draws)
            let shown = try #require(try await phone.notifications().first)
            #expect(shown["title"].string?.isEmpty == false)
            #expect(shown["actions"].items.isEmpty != draws)
        }
    }
}
