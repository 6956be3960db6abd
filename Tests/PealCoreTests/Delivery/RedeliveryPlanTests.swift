@testable import PealCore
import Testing

@Suite("What a device that was off is sent once more")
struct RedeliveryPlanTests {
    static let now = Timestamp(seconds: 1_000_000)
    static let device = DeviceID(UUIDv7(milliseconds: 1, random: (0, 7)))
    static let expiry = now + .seconds(3_600)

    static func push(
        _ number: Int,
        type: TypeID = "alarm",
        cancelled: Bool = false,
        state: DeliveryState = .accepted,
        confirming: Bool = true,
        confirmed: Bool = false,
        seen: Bool = false,
        relevance: PushRelevance = PushRelevance(expiresAt: expiry),
        redelivery: HandedPush.Redelivery = .none
    ) -> HandedPush {
        HandedPush(
            id: DeliveryID(notification: .numbered(number), device: device),
            type: type,
            isCancelled: cancelled,
            state: state,
            isDeviceConfirming: confirming,
            confirmedAt: confirmed ? now - .seconds(60) : nil,
            isSeen: seen,
            relevance: relevance,
            redelivery: redelivery
        )
    }

    /// The notifications that are planned, of some pushes.
    static func planned(_ pushes: [HandedPush], shown: Set<NotificationID> = []) -> [NotificationID] {
        let plan = RedeliveryPlan(of: pushes, showing: shown, types: ["alarm"], at: now)
        return plan.deliveries.map(\.notification)
    }

    /// Those from the third to the thirteenth also hold when it is due.
    private static let refusals: [(String, HandedPush, Set<NotificationID>)] = [
        ("the type is not sent once more", push(1, type: "news"), []),
        ("the device shows it", push(1), [.numbered(1)]),
        ("the device has confirmed it", push(1, confirmed: true), []),
        ("the user has seen it", push(1, seen: true), []),
        ("the user has read it", push(1, relevance: PushRelevance(expiresAt: expiry, isRead: true)), []),
        ("the user has dismissed it", push(1, relevance: PushRelevance(expiresAt: expiry, isDismissed: true)), []),
        ("it was deleted", push(1, relevance: PushRelevance(expiresAt: expiry, isRemoved: true)), []),
        ("its push was stopped", push(1, relevance: PushRelevance(expiresAt: expiry, stopReason: .cancelled)), []),
        ("its trigger was cancelled", push(1, cancelled: true), []),
        ("it expires before it would be sent", push(1, relevance: PushRelevance(expiresAt: now + .seconds(10))), []),
        ("it waits in its queue", push(1, state: .pending), []),
        ("it is being sent", push(1, state: .sending), []),
        ("it failed", push(1, state: .failed), []),
        ("it was planned before", push(1, redelivery: .waiting), []),
        ("it was sent once more before", push(1, redelivery: .done), []),
    ]

    @Test("A push is not sent once more, for each reason alone; without one it is", arguments: refusals.indices)
    func refused(_ index: Int) {
        let (reason, push, shown) = Self.refusals[index]
        #expect(Self.planned([push], shown: shown).isEmpty, "\(reason)")
        #expect(Self.planned([Self.push(1), Self.push(2)], shown: [.numbered(2)]) == [.numbered(1)])
    }

    @Test("A device that never confirmed a push is not known to lack one")
    func unconfirming() {
        let plan = RedeliveryPlan(of: [Self.push(1, confirming: false)], showing: [], types: ["alarm"], at: Self.now)
        #expect(plan.deliveries.isEmpty)
        #expect(plan.dueAt == Self.now + .seconds(10))
    }

    @Test("When it is due it returns to its queue, unconfirmed")
    func due() throws {
        let change = try #require(Self.push(1, redelivery: .waiting).redelivered(in: "dsober", at: Self.now))
        guard case .record(let end) = change else { return #expect(Bool(false), "\(change)") }
        #expect(end.from == .accepted && end.to == .pending && end.epoch == nil)
        #expect(end.retry == AttemptEnd.Retry(at: Self.now, isCounted: false))
        #expect(end.attempt == AttemptRecord(at: Self.now, outcome: "unknown", reason: "not-confirmed"))
    }

    @Test("What ended it meanwhile leaves it as it is when it is due", arguments: 2..<13)
    func notDue(_ index: Int) {
        let (reason, push, _) = Self.refusals[index]
        #expect(push.redelivered(in: "dsober", at: Self.now + .seconds(10)) == nil, "\(reason)")
    }

    @Test(
        "Whatever a device was handed, shows and confirmed: each planned push was handed to it once, missing and wanted"
    )
    func property() async {
        let scenes = Property(cases: 2_000) { choices in
            let pushes = (0..<choices.integer(in: 0...6)).map { number in
                // Each obstacle is rare: together they would leave no push to plan.
                Self.push(
                    number,
                    type: choices.flag(onceIn: 8) ? "news" : "alarm",
                    cancelled: choices.flag(onceIn: 8),
                    state: choices.flag(onceIn: 4) ? choices.element(of: DeliveryState.allCases) : .accepted,
                    confirming: !choices.flag(onceIn: 8),
                    confirmed: choices.flag(onceIn: 8),
                    seen: choices.flag(onceIn: 8),
                    relevance: PushRelevance(
                        expiresAt: Self.now + .seconds(choices.integer(in: Int64(-5)...90)),
                        isRead: choices.flag(onceIn: 8),
                        isDismissed: choices.flag(onceIn: 8),
                        isRemoved: choices.flag(onceIn: 8),
                        stopReason: choices.flag(onceIn: 8) ? .cancelled : nil
                    ),
                    redelivery: choices.flag(onceIn: 4) ? choices.element(of: [.waiting, .done]) : .none
                )
            }
            return Scene(pushes: pushes, shown: Set((0..<6).filter { _ in choices.flag() }.map { .numbered($0) }))
        }
        await scenes.check(relevant: 100) { scene in
            let plan = RedeliveryPlan(of: scene.pushes, showing: scene.shown, types: ["alarm"], at: Self.now)
            for push in scene.pushes {
                let open = !push.relevance.isRead && !push.relevance.isDismissed && !push.relevance.isRemoved
                let isWanted = open && !push.isSeen && !push.isCancelled && push.relevance.stopReason == nil
                let isMissing =
                    push.state == .accepted && push.confirmedAt == nil
                    && !scene.shown.contains(push.id.notification)
                let isInTime = push.relevance.expiresAt > Self.now + .seconds(10)
                let expected =
                    push.isDeviceConfirming && push.type == "alarm" && push.redelivery == .none && isWanted && isMissing
                    && isInTime
                let count = plan.deliveries.count { $0 == push.id }
                try demand(count == (expected ? 1 : 0), "\(push) is planned \(count) times")
                let later = push.redelivered(in: "dsober", at: plan.dueAt)
                if expected { try demand(later != nil, "\(push) is forgotten though nothing happened") }
            }
            return !plan.deliveries.isEmpty && plan.deliveries.count < scene.pushes.count
        }
    }

    struct Scene: Sendable, CustomStringConvertible {
        var pushes: [HandedPush]
        var shown: Set<NotificationID>

        var description: String { "\(pushes) showing \(shown.count)" }
    }
}
