import PealCore
import PealStore
import Testing

/// What participants of an event replied.
extension StoreConformance {
    static var eta: [Case] {
        [
            Case("a reply is kept with its results and leaves an event; one that changes no board leaves none") {
                scene in
                try await scene.participant("a")
                let first = scene.record(.runningLate, minutes: 10, sent: 1, version: 7)
                let events = try await scene.eventsOf { _ = try await scene.reply("a", from: nil, to: first) }
                let taken = Timestamp(milliseconds: 7)
                let detail = EventDetail.replied(
                    .runningLate,
                    minutesLate: 10,
                    at: first.latest.at,
                    takenAt: taken,
                    byAction: false
                )
                #expect(events == [Event(.etaChanged, app: scene.app, user: "a", .entity(scene.report), detail)])
                let facts = try #require(try await scene.eta(.one("a")))
                #expect(facts.participants.map(\.record) == [first])
                #expect(facts.version == 7 && facts.event.ref == scene.report)
                var repeated = first
                repeated.answered.append(EtaAnswer(sent: scene.now, first.latest))
                let silent = try await scene.eventsOf { _ = try await scene.reply("a", from: first, to: repeated) }
                #expect(silent.isEmpty)
                #expect(try await scene.eta(.one("a"))?.participants.first?.record == repeated)
            },
            Case("a reply is not stored over another one, nor with another RSVP, nor for who is no member") { scene in
                try await scene.participant("a")
                let first = scene.record(.onTime, version: 1)
                #expect(try await !scene.reply("b", from: nil, to: first))
                #expect(try await !scene.reply("a", from: first, to: first))
                #expect(try await scene.reply("a", from: nil, to: first))
                #expect(try await !scene.reply("a", from: nil, to: scene.record(.cantMakeIt, version: 2)))
                try await scene.participant("a", status: "cancelled")
                #expect(try await !scene.reply("a", from: first, to: scene.record(.cantMakeIt, version: 2)))
                #expect(try await scene.eta(.one("a"))?.participants.first?.record == first)
            },
            Case("whether an event has a host, and who of some users hosts it") { scene in
                let question = EtaQuestion(event: scene.report, requests: [], hostRole: "host", participants: .none)
                try await scene.participant("a")
                try await scene.participant("b")
                #expect(try await scene.store.etaFacts(question, app: scene.app)?.hasHost == false)
                let host = Member(entity: scene.report, userID: "b", role: "host", updatedAt: scene.now)
                _ = try await scene.store.putMember(host, app: scene.app)
                #expect(try await scene.store.etaFacts(question, app: scene.app)?.hasHost == true)
                let hosts = try await scene.store.members(
                    among: ["a", "b", "c"],
                    of: scene.report,
                    role: "host",
                    app: scene.app
                )
                #expect(hosts == ["b"])
            },
            Case("a reply that cancels the RSVP is stored with it, and says so") { scene in
                try await scene.participant("a")
                var record = scene.record(.cantMakeIt, version: 1)
                record.cancellation = EtaCancellation(rsvp: "confirmed", at: scene.now)
                let events = try await scene.eventsOf {
                    _ = try await scene.reply("a", from: nil, to: record, rsvp: "cancelled")
                }
                #expect(events.map(\.kind) == [.etaChanged, .cancellationRequested, .membersChanged])
                let stored = try #require(try await scene.eta(.one("a"))?.participants.first)
                #expect(stored.record == record && stored.member.status == "cancelled")
            },
            Case("a reply is not stored when the membership was put again") { scene in
                try await scene.participant("a")
                let stored = try #require(try await scene.eta(.one("a"))?.participants.first?.member)
                var earlier = stored
                earlier.updatedAt = stored.updatedAt - .milliseconds(1)
                for (member, isApplied) in [(earlier, false), (stored, true)] {
                    let plan = EtaPlan(member: member, before: nil, after: scene.record(.onTime, version: 1))
                    let result = try await scene.store.apply([ChangeGroup(app: scene.app, [.eta(plan)])])
                    #expect(result.map(\.isApplied) == [isApplied])
                }
            },
            Case("replies are deleted with the member, with the event and with the user") { scene in
                func replied() async throws -> Bool {
                    try await scene.eta(.one("a"))?.participants.first?.record != nil
                }
                func again() async throws {
                    try await scene.participant("a")
                    #expect(try await !replied())
                    #expect(try await scene.reply("a", from: nil, to: scene.record(.onTime, version: 1)))
                    #expect(try await replied())
                }
                try await again()
                _ = try await scene.store.deleteMember("a", of: scene.report, app: scene.app)
                try await again()
                _ = try await scene.store.deleteEntity(scene.report, app: scene.app, now: scene.now)
                #expect(try await scene.eta(.one("a")) == nil)
                try await again()
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.eta(.one("a"))?.participants.isEmpty == true)
                await #expect(throws: StoreError.self, "the call began before the erasure") {
                    _ = try await scene.reply("a", from: nil, to: scene.record(.onTime, version: 1))
                }
            },
            Case("an event is asked about once a request was shown in an inbox or accepted by a provider") { scene in
                try await scene.participant("a")
                try await scene.device("a")
                func isAsked() async throws -> Bool? {
                    try await scene.eta(.none, requests: ["ask", "remind"])?.isAsked
                }
                _ = try await scene.notify(["a"], type: "other")
                #expect(try await isAsked() == false, "of another type")
                _ = try await scene.notify(["a"], type: "remind") { (.hide(.featureOff), scene.toAll($0)) }
                #expect(try await isAsked() == false, "hidden, and not sent yet")
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                try await scene.store.record(
                    claimed.map { scene.result($0, .end(.failed, .providerRejected), epoch: 1) }
                )
                #expect(try await isAsked() == false, "no provider took it")
                _ = try await scene.notify(["a"], type: "ask") { (.hide(.featureOff), scene.toAll($0)) }
                let taken = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                try await scene.store.record(taken.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
                #expect(try await isAsked() == true)
                #expect(try await scene.eta(.none, requests: ["remind"])?.isAsked == false)
                _ = try await scene.notify(["a"], type: "remind") { _ in (.show, .suppress(.noDevice)) }
                #expect(try await scene.eta(.none, requests: ["remind"])?.isAsked == true)
                #expect(try await scene.eta(.none, requests: [])?.isAsked == false)
            },
            Case("facts are of the members that were asked for, of who asks, and of one app") { scene in
                for user: UserID in ["c", "a", "b"] { try await scene.participant(user) }
                try await scene.member("host", of: scene.report, role: "host")
                let record = scene.record(.cantMakeIt, version: 3)
                #expect(try await scene.reply("b", from: nil, to: record))
                #expect(try await scene.reply("c", from: nil, to: scene.record(.onTime, version: 9)))
                let all = try #require(try await scene.eta(.all(limit: 9), viewer: "host"))
                #expect(all.participants.map(\.member.userID) == ["a", "b", "c", "host"])
                #expect(all.participants.map { $0.record?.version } == [nil, 3, 9, nil])
                #expect(all.participants.map { $0.user?.id } == ["a", "b", "c", nil], "the host was never put")
                #expect(all.viewer?.role == "host" && all.version == 9)
                let two = try #require(try await scene.eta(.all(limit: 2), viewer: "x"))
                #expect(two.participants.map(\.member.userID) == ["a", "b"])
                #expect(two.viewer == nil && two.version == 9)
                #expect(try await scene.eta(.none)?.participants.isEmpty == true)
                let question = EtaQuestion(event: scene.report, requests: [], participants: .all(limit: 9))
                #expect(try await scene.store.etaFacts(question, app: "match") == nil)
                let held = try await scene.store.etaReplies(of: "b", app: scene.app, limit: 9)
                #expect(held == [HeldReply(event: scene.report, reply: record.latest)])
                #expect(try await scene.store.etaReplies(of: "a", app: scene.app, limit: 9).isEmpty)
            },
            Case("replies from before an instant are swept, the oldest first") { scene in
                for (user, age) in [("a", 30), ("b", 20), ("c", 10)] as [(UserID, Int)] {
                    try await scene.participant(user)
                    let record = scene.record(.onTime, version: 1, at: scene.now - .seconds(age))
                    #expect(try await scene.reply(user, from: nil, to: record))
                }
                func sweep(_ age: Int, limit: Int) async throws -> Int {
                    let instant = scene.now - .seconds(age)
                    return try await scene.store.sweepEtaReplies(of: scene.app, before: instant, limit: limit)
                }
                #expect(try await sweep(30, limit: 9) == 0)
                #expect(try await sweep(15, limit: 1) == 1)
                #expect(try await sweep(15, limit: 9) == 1)
                #expect(try await sweep(15, limit: 9) == 0)
                let left = try await scene.eta(.all(limit: 9))?.participants.filter { $0.record != nil }
                #expect(left?.map(\.member.userID) == ["c"])
            },
            Case("words to hosts are walked by event and user and replaced where they are still the same") { scene in
                for user: UserID in ["a", "b", "c"] {
                    try await scene.participant(user)
                    let sealed = user == "b" ? [] : Array(user.rawValue.utf8)
                    #expect(
                        try await scene.reply(user, from: nil, to: scene.record(.onTime, version: 1, sealed: sealed))
                    )
                }
                func column(_ user: UserID) -> SealedColumn { .etaMessage(scene.report, user) }
                let first = try await scene.sealed(.etaReplies, limit: 2)
                #expect(first == SealedPage(values: [SealedValue(column("a"), [97])], next: column("b")))
                let rest = try await scene.sealed(.etaReplies, after: first.next, limit: 2)
                #expect(rest == SealedPage(values: [SealedValue(column("c"), [99])], next: nil))
                try await scene.expectReplacement(of: first.values, then: [[4], [99]], in: .etaReplies)
            },
        ]
    }
}
