import PealCore
import Testing

@Suite("What sender limits grant to a trigger")
struct QuotaPlanTests {
    static let noon = Timestamp(seconds: 12 * 3600)
    static let midnight = Timestamp(seconds: 24 * 3600)

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Each limit with how much of every window before an hour is used.
        var limits: [(SenderLimit, fullUntil: Timestamp)]
        var dueAt: Timestamp
        var digestUntil: Timestamp?
        var reserved: [String]
        var refusedBy: String?
    }

    private static func limit(
        _ id: String,
        per: CalendarUnit = .day,
        onExceed: SenderLimit.Excess
    ) -> SenderLimit {
        SenderLimit(id: id, types: ["a"], scope: .org, max: 2, per: per, zone: .app, onExceed: onExceed)
    }

    static let free = Timestamp(seconds: 0)
    static let cases: [Case] = [
        Case(testDescription: "no limit", limits: [], dueAt: noon, digestUntil: nil, reserved: []),
        Case(
            testDescription: "quota left in all",
            limits: [(limit("a", onExceed: .reject), free), (limit("b", onExceed: .queue), free)],
            dueAt: noon,
            digestUntil: nil,
            reserved: ["a", "b"]
        ),
        Case(
            testDescription: "one refuses",
            limits: [(limit("a", onExceed: .queue), free), (limit("b", onExceed: .reject), midnight)],
            dueAt: noon,
            digestUntil: nil,
            reserved: [],
            refusedBy: "b"
        ),
        Case(
            testDescription: "one queues to the next day, which the other agrees to",
            limits: [(limit("a", onExceed: .reject), free), (limit("b", onExceed: .queue), midnight)],
            dueAt: midnight,
            digestUntil: nil,
            reserved: ["a", "b"]
        ),
        Case(
            testDescription: "one that digests counts nothing and asks for its window's end",
            limits: [(limit("a", onExceed: .digest), midnight), (limit("b", onExceed: .reject), free)],
            dueAt: noon,
            digestUntil: midnight,
            reserved: ["b"]
        ),
        Case(
            testDescription: "a digest is not asked for when another limit moves the trigger out of its window",
            limits: [(limit("a", onExceed: .digest), midnight), (limit("b", onExceed: .queue), midnight)],
            dueAt: midnight,
            digestUntil: nil,
            reserved: ["a", "b"]
        ),
    ]

    @Test("R160: limits are asked until all agree on one instant", arguments: cases)
    func plan(_ example: Case) {
        let scopes = example.limits.map { QuotaPlan.Scope(limit: $0.0, key: "org/1", zone: .utc) }
        let answer = QuotaPlan.make(dueAt: Self.noon, scopes: scopes) { scope, window in
            let fullUntil = example.limits.first { $0.0.id == scope.limit.id }?.fullUntil ?? Self.free
            return window.start < fullUntil ? scope.limit.max : 0
        }
        switch answer {
        case .success(let plan):
            #expect(example.refusedBy == nil)
            #expect(plan.dueAt == example.dueAt)
            #expect(plan.digestUntil == example.digestUntil)
            #expect(plan.reservations.map(\.limit.id) == example.reserved)
            #expect(plan.reservations.allSatisfy { $0.window.contains(plan.dueAt) && $0.key == "org/1" })
        case .failure(let refusal):
            #expect(refusal.limit.id == example.refusedBy)
            #expect(refusal.resetsAt == Self.midnight)
        }
    }

    @Test("R160: an organisation is the outermost ancestor that is known, and a loop of parents ends")
    func organisation() {
        let event = EntityRef(type: "event", id: "1")
        let group = EntityRef(type: "group", id: "2")
        func found(_ ref: EntityRef) -> Organisation.Facts? {
            switch ref {
            case event: .init(parent: group, timeZone: "Europe/Berlin")
            case group: .init(parent: nil, timeZone: "UTC")
            default: nil
            }
        }
        let organisation = Organisation(of: event, facts: found)
        #expect((organisation.key, organisation.timeZone) == ("group/2", "UTC"))
        #expect(Organisation(of: nil, facts: found).key.isEmpty)
        #expect(Organisation(of: EntityRef(type: "x", id: "9"), facts: found).key == "x/9")
        #expect(Organisation(of: event) { .init(parent: $0, timeZone: nil) }.key == "event/1")
    }
}
