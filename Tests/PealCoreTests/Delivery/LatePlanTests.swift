import PealCore
import Testing

@Suite("What becomes of late deliveries whose decision no longer holds")
struct LatePlanTests {
    static let now = Timestamp(seconds: 1_000)
    static let id = NotificationID.numbered(1)
    static let phone = DeviceID(UUIDv7(milliseconds: 1, random: (0, 0)))
    static let tablet = DeviceID(UUIDv7(milliseconds: 2, random: (0, 0)))
    static let new = DecisionBasis(stamp: DecisionStamp(.init(facts: 2)), policy: 3)

    static func push(
        _ result: PushResult,
        obstacles: [DeviceID: Reason] = [:],
        devices: [DeviceID] = [phone]
    ) -> LatePlan.Push {
        let hold = Trace.Step(.quietHours, .hold, .quietHours)
        return LatePlan.Push(
            id: id,
            devices: devices,
            epoch: 7,
            decision: Decision(
                inApp: .show,
                push: result,
                priority: .normal,
                isAlert: false,
                trace: Trace(result.waitsUntil == nil ? [] : [hold])
            ),
            obstacles: obstacles,
            basis: new
        )
    }

    static func facts(
        _ phone: DeliveryState = .sending,
        _ tablet: DeliveryState? = nil,
        epoch: Int = 7,
        stopped: Reason? = nil,
        alerts: Bool = false
    ) -> OutcomeFacts.Notification {
        var deliveries = [Self.phone: OutcomeFacts.Delivery(state: phone, epoch: epoch)]
        deliveries[Self.tablet] = tablet.map { OutcomeFacts.Delivery(state: $0, epoch: 7) }
        return OutcomeFacts.Notification(
            user: "a",
            relevance: PushRelevance(expiresAt: now + .seconds(60), stopReason: stopped),
            alertsOnFailure: alerts,
            hadAlert: false,
            deliveries: deliveries
        )
    }

    /// A plan in words: what changes of its deliveries, and the push's other result.
    static func words(_ push: LatePlan.Push, _ facts: OutcomeFacts.Notification) -> [String] {
        let plan = LatePlan(of: push, facts, at: now)
        let changes = plan.deliveries.map { change in
            switch change {
            case .reevaluate(let id, let late):
                "\(id.device == phone ? "phone" : "tablet") \(late.to) \(late.reason?.rawValue ?? "")"
                    + (late.dueAt.map { " \($0.seconds)" } ?? "") + (late.basis == new ? " asked" : "")
            case .raiseAlert: "alert"
            default: "other"
            }
        }
        var result: [String] = []
        if case .end(_, let from, let to, let reason, _) = plan.pushes.first {
            result = ["\(from) to \(to) \(reason.rawValue)"]
        }
        return changes + result
    }

    static let sent = PushResult.send([phone, tablet])
    static let until = Timestamp(seconds: 2_000)

    static let table: [(LatePlan.Push, OutcomeFacts.Notification, [String])] = [
        // It returns to its queue and is due now.
        (push(sent), facts(), ["phone pending  1000 asked"]),
        (
            push(sent, devices: [phone, tablet]), facts(.sending, .sending),
            ["phone pending  1000 asked", "tablet pending  1000 asked"]
        ),
        // It waits: no retry is used up, and the push stays one that is sent.
        (push(.hold(until: until)), facts(), ["phone pending quiet-hours 2000 asked"]),
        // It ends, and the push with it.
        (push(.suppress(.muted)), facts(), ["phone cancelled muted", "sending to suppressed muted"]),
        (push(.suppress(.muted)), facts(.sending, .failed), ["phone cancelled muted", "sending to suppressed muted"]),
        // Another device has it, or may still get it: the push stays one that is sent.
        (push(.suppress(.muted)), facts(.sending, .accepted), ["phone cancelled muted"]),
        (push(.suppress(.muted)), facts(.sending, .unknown), ["phone cancelled muted"]),
        (push(.suppress(.muted)), facts(.sending, .pending), ["phone cancelled muted"]),
        (push(.suppress(.muted)), facts(.sending, .sending), ["phone cancelled muted"]),
        // One device alone does not get it.
        (
            push(sent, obstacles: [phone: .permissionDenied], devices: [phone, tablet]), facts(.sending, .sending),
            ["phone cancelled permission-denied", "tablet pending  1000 asked"]
        ),
        (
            push(sent, obstacles: [phone: .permissionDenied]), facts(.sending, .failed),
            ["phone cancelled permission-denied", "sending to suppressed permission-denied"]
        ),
        // What waits or is in flight elsewhere goes by what it was decided from itself: it is asked about when it is claimed.
        (push(sent, obstacles: [tablet: .permissionDenied]), facts(.sending, .pending), ["phone pending  1000 asked"]),
        (push(sent, obstacles: [tablet: .permissionDenied]), facts(.sending, .sending), ["phone pending  1000 asked"]),
        (push(sent, obstacles: [tablet: .permissionDenied]), facts(.sending, .accepted), ["phone pending  1000 asked"]),
        (push(sent), facts(.sending, .pending), ["phone pending  1000 asked"]),
        // A push that was to reach a user and reaches no device becomes an alert; one that nobody wants does not.
        (
            push(.suppress(.permissionDenied)), facts(alerts: true),
            ["phone cancelled permission-denied", "alert", "sending to suppressed permission-denied"]
        ),
        (
            push(.suppress(.muted)), facts(alerts: true),
            ["phone cancelled muted", "sending to suppressed muted"]
        ),
        // What is not leased any more is left alone.
        (push(.suppress(.muted)), facts(epoch: 8), []),
        (push(sent), facts(.accepted), []),
        // A push that was stopped meanwhile is not sent, and keeps its reason.
        (push(.suppress(.muted)), facts(stopped: .cancelled), ["phone cancelled cancelled"]),
        (push(sent), facts(stopped: .resolvedElsewhere), ["phone cancelled resolved-elsewhere"]),
    ]

    @Test(
        "Each delivery goes, waits or ends; the push's result changes only when no device has it or may get it",
        arguments: table
    )
    func plans(_ push: LatePlan.Push, _ facts: OutcomeFacts.Notification, _ expected: [String]) {
        #expect(Self.words(push, facts) == expected)
    }
}
