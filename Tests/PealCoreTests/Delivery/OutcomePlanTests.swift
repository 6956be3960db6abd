import Testing

@testable import PealCore

@Suite("What the outcome of an attempt changes")
struct OutcomePlanTests {
    static let now = Timestamp(seconds: 1_000)
    static let id = DeliveryID(notification: .numbered(1), device: device)
    static let device = DeviceID(UUIDv7(milliseconds: 1, random: (0, 0)))
    static let other = DeviceID(UUIDv7(milliseconds: 2, random: (0, 0)))
    static let retry = DeliveryMachine.Next.retry(at: now + .seconds(5), counted: true)
    static let failed = DeliveryMachine.Next.end(.failed, .providerRejected)

    static func result(
        _ next: DeliveryMachine.Next,
        _ device: DeliveryMachine.DeviceChange = .none,
        epoch: Int? = 7,
        alerts: Bool = false
    ) -> DeliveryResult {
        DeliveryResult(
            id: id,
            app: "gss",
            attempt: AttemptRecord(at: now, outcome: "x"),
            next: next,
            device: device,
            epoch: epoch,
            alertsOnFailure: alerts
        )
    }

    static func facts(
        _ state: DeliveryState = .sending,
        epoch: Int? = 7,
        other: DeliveryState? = nil,
        relevance: PushRelevance = PushRelevance(expiresAt: now + .seconds(60)),
        alerts: Bool = true,
        hadAlert: Bool = false,
        device: OutcomeFacts.Device? = .init(user: "a", state: .active, isInvalidationBreakerOpen: false)
    ) -> OutcomeFacts {
        var deliveries = [Self.device: OutcomeFacts.Delivery(state: state, epoch: epoch)]
        deliveries[Self.other] = other.map { OutcomeFacts.Delivery(state: $0, epoch: 1) }
        let notification = OutcomeFacts.Notification(
            user: "a",
            relevance: relevance,
            alertsOnFailure: alerts,
            hadAlert: hadAlert,
            deliveries: deliveries
        )
        var facts = OutcomeFacts(notifications: [id.notification: notification])
        facts.devices[Self.device] = device
        return facts
    }

    /// The states that a plan leads to, and what else it changes.
    static func plan(_ result: DeliveryResult, _ facts: OutcomeFacts) -> [String] {
        var facts = facts
        return OutcomePlan(of: result, &facts).changes.map { change in
            switch change {
            case .record(let end):
                "\(end.from) to \(end.to)" + (end.reason.map { " for \($0.rawValue)" } ?? "")
            case .quarantine(_, of: _, from: _, let since): since == nil ? "mismatch" : "dead"
            case .planReceipt: "receipt"
            case .askForReceipt: "ask again"
            case .forgetReceipt: "forget"
            case .raiseAlert: "alert"
            case .redrive: "redrive"
            case .reevaluate, .extend, .confirm, .endConfirmation: "other"
            }
        }
    }

    @Test(
        "Most attempts need no facts; an end without success does where the type raises alerts, and so does a dead device",
        arguments: [
            (result(.end(.accepted, nil)), false), (result(.end(.accepted, nil), alerts: true), false),
            (result(retry, alerts: true), false), (result(.end(.unknown, nil), alerts: true), false),
            (result(failed), false), (result(failed, alerts: true), true),
            (result(failed, .quarantine(.dead)), true), (result(retry, epoch: nil), true),
        ]
    )
    func needsFacts(_ result: DeliveryResult, _ needs: Bool) {
        #expect(result.needsFacts == needs)
        let plan = OutcomePlan(presuming: result)
        #expect((plan == nil) == needs)
        guard let plan else { return }
        var facts = Self.facts(alerts: false)
        #expect(plan == OutcomePlan(of: result, &facts), "the facts would change nothing")
    }

    @Test(
        "An outcome ends or repeats the delivery that its epoch holds",
        arguments: [
            (result(.end(.accepted, nil)), facts(), ["sending to accepted"]),
            (result(retry), facts(), ["sending to pending"]),
            (
                result(retry), facts(relevance: PushRelevance(expiresAt: now, stopReason: .cancelled)),
                ["sending to cancelled for cancelled"]
            ),
            (
                result(.end(.accepted, nil)), facts(relevance: PushRelevance(expiresAt: now, stopReason: .cancelled)),
                ["sending to accepted"]
            ),
            (result(.end(.accepted, nil)), facts(epoch: 8), []), (result(retry), facts(.cancelled), []),
            (result(retry), OutcomeFacts(), []),
        ] as [(DeliveryResult, OutcomeFacts, [String])]
    )
    func ends(_ result: DeliveryResult, _ facts: OutcomeFacts, _ changes: [String]) {
        #expect(Self.plan(result, facts) == changes)
    }

    @Test(
        "A receipt is forgotten, and contradicts an accepted push that the user has not dealt with",
        arguments: [
            (facts(.accepted), ["forget", "accepted to pending"]),
            (
                facts(.accepted, relevance: PushRelevance(expiresAt: now + .seconds(60), isRead: true)),
                ["forget", "accepted to cancelled for resolved-elsewhere"]
            ),
            (facts(.failed), ["forget"]), (OutcomeFacts(), ["forget"]),
            (
                facts(.accepted, relevance: PushRelevance(expiresAt: now)),
                ["forget", "accepted to expired for expired", "alert"]
            ),
        ] as [(OutcomeFacts, [String])]
    )
    func receipts(_ facts: OutcomeFacts, _ changes: [String]) {
        #expect(Self.plan(Self.result(Self.retry, epoch: nil), facts) == changes)
    }

    @Test(
        "A device is quarantined, unless it is out of use already or the token-invalidation breaker is open",
        arguments: DeviceState.allCases,
        [false, true]
    )
    func quarantine(_ state: DeviceState, isInvalidationBreakerOpen: Bool) {
        let facts = Self.facts(
            alerts: false,
            device: .init(user: "a", state: state, isInvalidationBreakerOpen: isInvalidationBreakerOpen)
        )
        let isInUse = state == .active || state == .stale
        let end = "sending to failed for provider-rejected"
        #expect(
            Self.plan(Self.result(Self.failed, .quarantine(.dead)), facts)
                == (isInUse && !isInvalidationBreakerOpen ? [end, "dead"] : [end])
        )
        #expect(
            Self.plan(Self.result(Self.failed, .quarantine(.mismatch)), facts)
                == (isInUse && !isInvalidationBreakerOpen ? [end, "mismatch"] : [end])
        )
    }

    @Test("The last device that could not be reached raises an alert", arguments: DeliveryState.allCases)
    func alert(_ other: DeliveryState) {
        let raises = [.failed, .expired, .cancelled].contains(other)
        #expect(Self.plan(Self.result(Self.failed), Self.facts(other: other)).contains("alert") == raises)
        #expect(!Self.plan(Self.result(Self.failed), Self.facts(other: other, alerts: false)).contains("alert"))
        #expect(!Self.plan(Self.result(Self.failed), Self.facts(other: other, hadAlert: true)).contains("alert"))
        let stopped = PushRelevance(expiresAt: Self.now, stopReason: .cancelled)
        #expect(!Self.plan(Self.result(Self.failed), Self.facts(other: other, relevance: stopped)).contains("alert"))
    }

    @Test("Two devices of a notification that fail in one batch raise one alert, with the second of them")
    func batch() {
        var facts = Self.facts(other: .sending)
        facts.notifications[Self.id.notification]?.deliveries[Self.other]?.epoch = 7
        var second = Self.result(Self.failed)
        second.id = DeliveryID(notification: Self.id.notification, device: Self.other)
        let first = OutcomePlan(of: Self.result(Self.failed), &facts).changes
        #expect(!first.contains(.raiseAlert(Self.id.notification, of: "a")))
        #expect(OutcomePlan(of: second, &facts).changes.last == .raiseAlert(Self.id.notification, of: "a"))
        #expect(facts.notifications[Self.id.notification]?.hadAlert == true)
    }
}
