import Testing

@testable import PealCore

@Suite("The order of pushes about one entity")
struct PushNeighboursTests {
    private static let now = Timestamp(seconds: 1_000)
    private static let rules = OrderRules(ordered: ["resolved"], superseding: ["accepted": ["cancelled"]])

    private static func earlier(_ seconds: Int64, isSending: Bool = false, isRetry: Bool = true)
        -> PushNeighbours.Earlier
    {
        PushNeighbours.Earlier(
            trigger: TriggerID(UUIDv7(milliseconds: 1, random: (0, UInt64(seconds.magnitude)))),
            notification: .numbered(Int(seconds.magnitude)),
            isSending: isSending,
            dueAt: now + .seconds(seconds),
            isRetry: isRetry
        )
    }

    @Test("The push that one waits behind is the retry that is tried last")
    func behind() {
        let neighbours = PushNeighbours(earlier: [Self.earlier(30), Self.earlier(60), Self.earlier(90, isRetry: false)])
        func retry(_ type: TypeID, _ expiresIn: Int64) -> NotificationID? {
            neighbours.retry(before: type, by: Self.rules, expiresAt: Self.now + .seconds(expiresIn), at: Self.now)?
                .notification
        }
        #expect(retry("resolved", 600) == .numbered(60))
        #expect(retry("assigned", 600) == nil && retry("resolved", 10) == nil)
    }

    @Test(
        "A push of an ordered type waits for retries of earlier ones, and is sent before it expires",
        arguments: [
            ([], "resolved", 600, nil), ([earlier(60)], "resolved", 600, 60), ([earlier(60)], "assigned", 600, nil),
            ([earlier(60), earlier(30)], "resolved", 600, 60), ([earlier(60, isRetry: false)], "resolved", 600, nil),
            // A retry that is due or under way is re-evaluated a second later.
            ([earlier(0)], "resolved", 600, 1), ([earlier(-9, isSending: true)], "resolved", 600, 1),
            ([earlier(0, isSending: true, isRetry: false)], "resolved", 600, nil),
            // Ten seconds are left to send it.
            ([earlier(60)], "resolved", 40, 30), ([earlier(60)], "resolved", 10, nil),
            ([earlier(60)], "resolved", 5, nil),
        ] as [([PushNeighbours.Earlier], TypeID, Int64, Int64?)]
    )
    func ordered(_ earlier: [PushNeighbours.Earlier], _ type: TypeID, _ expiresIn: Int64, _ waits: Int64?) {
        let ruling = PushNeighbours(earlier: earlier)
            .ruling(for: type, by: Self.rules, expiresAt: Self.now + .seconds(expiresIn), at: Self.now)
        #expect(ruling == (waits.map { .wait(until: Self.now + .seconds($0)) } ?? .go))
    }

    @Test(
        "A push that a later one makes out of date ends, unless that one is suppressed",
        arguments: [
            ("accepted", "cancelled", PushState.sending, true), ("accepted", "cancelled", .held, true),
            ("accepted", "cancelled", .suppressed, false), ("accepted", "accepted", .sending, false),
            ("cancelled", "accepted", .sending, false),
        ] as [(TypeID, TypeID, PushState, Bool)]
    )
    func superseded(_ type: TypeID, _ later: TypeID, _ push: PushState, _ ends: Bool) {
        let ruling = PushNeighbours(later: [.init(type: later, push: push)])
            .ruling(for: type, by: Self.rules, expiresAt: Self.now + .seconds(60), at: Self.now)
        #expect(ruling == (ends ? .end(.superseded) : .go))
    }

    @Test("A catalog's rules name what is ordered, and what makes what out of date")
    func catalog() throws {
        var fixture = try DecisionFixture()
        #expect(OrderRules(fixture.catalog).isEmpty)
        fixture.type.isOrdered = true
        fixture.type.supersedes = ["other"]
        fixture.catalog.types = [fixture.type]
        let rules = OrderRules(fixture.catalog)
        #expect(rules.ordered == [fixture.type.id] && rules.superseding == ["other": [fixture.type.id]])
    }
}
