import Testing

@Suite("S0 GSS: hosts learn who comes late (R195, R210)")
struct HostNoticeTests {
    /// A host with a phone and a browser.
    private func devices(_ event: EtaEvent) async throws -> (phone: Phone, browser: Phone) {
        (try await event.host.phone(), try await event.host.phone(on: .webpush))
    }

    @Test(
        "R195, R210: a push to the host's browser says who is how late; one digest of all replaces it after 5 minutes"
    )
    func notified() async throws {
        try await EtaEvent.run { event in
            let (phone, browser) = try await devices(event)
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 10]).expecting(200)
            try await event.sandbox.advance("PT1S")
            #expect(try await browser.notifications().map { $0["title"].string } == ["Ann: +10 min"])
            #expect(try await browser.notifications().map { $0["body"].string } == ["About Lunch run."])
            #expect(try await phone.notifications().isEmpty)
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 15]).expecting(200)
            _ = try await event.reply(event.ben, ["status": "cant-make-it"]).expecting(200)
            try await event.sandbox.advance("PT5M")
            // It takes the place of the first one, and counts it.
            let shown = try await browser.notifications().map { [$0["title"].string, $0["body"].string] }
            #expect(shown == [["3 replies from participants", "The last: Ben, can't make it."]])
        }
    }

    @Test("R195: a host with a phone only is notified there; with a browser that may not show pushes as well")
    func phoneOnly() async throws {
        try await EtaEvent.run { event in
            let phone = try await event.host.phone()
            _ = try await event.host.phone(on: .webpush, permission: "denied")
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 10]).expecting(200)
            try await event.sandbox.advance("PT1S")
            #expect(try await phone.notifications().map { $0["title"].string } == ["Ann: +10 min"])
        }
    }

    @Test("R195: nothing about who is on time, or four minutes late; the participants get none themselves")
    func silent() async throws {
        try await EtaEvent.run { event in
            let browser = try await devices(event).browser
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            _ = try await event.reply(event.ben, ["status": "running-late", "minutesLate": 4]).expecting(200)
            try await event.sandbox.advance("PT10M")
            #expect(try await browser.notifications().isEmpty)
            #expect(try await event.ben.inbox().allSatisfy { $0["category"].string != "participant-late" })
        }
    }

    @Test("R195: a host who has the board open gets no push, and why says so; the inbox has it")
    func watching() async throws {
        try await EtaEvent.run { event in
            let browser = try await devices(event).browser
            var stream = try await LiveStream.open(event.host.api, query: "channels=\(event.channel)")
            _ = try await stream.next("eta.changed")
            _ = try await event.reply(event.ann, ["status": "cant-make-it"]).expecting(200)
            _ = try await stream.next("eta.changed")
            try await event.sandbox.advance("PT6M")
            #expect(try await browser.notifications().isEmpty)
            let rows = try await event.host.inbox().filter { $0["category"].string == "participant-late" }
            #expect(rows.map { $0["title"].string } == ["Ann: can't make it"])
        }
    }

    @Test("R197: in a catalog that cancels, “can't make it” cancels the RSVP, and another reply soon puts it back")
    func cancels() async throws {
        try await EtaEvent.run { event in
            let file = CatalogFile(backend: event.gss)
            try await file.publish(("      hostNotice:", "      cantMakeIt: cancel\n      hostNotice:"))
            _ = try await event.reply(event.ann, ["status": "cant-make-it"]).expecting(200)
            #expect(try await event.row("ann")["rsvpStatus"].string == "cancelled")
            #expect(try await event.row("ann")["text"].string == "Can't make it")
            try await event.sandbox.advance("PT9M")
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 5]).expecting(200)
            #expect(try await event.row("ann")["rsvpStatus"].string == "confirmed")
            _ = try await event.reply(event.ann, ["status": "cant-make-it"]).expecting(200)
            try await event.sandbox.advance("PT10M")
            #expect(try await event.reply(event.ann, ["status": "on-time"]).status == 403)
        }
    }
}
