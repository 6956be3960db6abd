import PealCore
import Testing

@testable import PealEngine

@Suite("What became of a decision, in one sentence")
struct HeadlineTests {
    private static let until = Timestamp(seconds: 1_800_000_000)
    private static let sms = Channel(rawValue: "sms")

    struct Case: Sendable, CustomTestStringConvertible {
        var push: PushResult
        var inApp = InAppResult.show
        var sent: [Channel] = []
        var deliveries: [DeliveryState] = []
        var failure: Reason?
        var erasedAt: Timestamp?
        var reason: Reason?
        var says: String

        var testDescription: String { says }
    }

    static let cases = [
        Case(
            push: .suppress(.categoryDisabled),
            reason: .categoryDisabled,
            says: "Inbox only: no push, because the user switched the category off."
        ),
        Case(
            push: .suppress(.noDevice),
            inApp: .hide(.featureOff),
            reason: .noDevice,
            says: "Nothing was shown: no push, because the user has no active device."
        ),
        Case(
            push: .suppress(.noDevice),
            sent: [sms],
            reason: .noDevice,
            says: "Inbox and sms only: no push, because the user has no active device."
        ),
        Case(
            push: .suppress(.noDevice),
            inApp: .hide(.featureOff),
            sent: [sms],
            reason: .noDevice,
            says: "Sms only: no push, because the user has no active device."
        ),
        Case(
            push: .suppress(.unknownUser),
            inApp: .hide(.unknownUser),
            reason: .unknownUser,
            says: "Nothing was shown: no push, because this user is not known."
        ),
        Case(
            push: .suppress(.unknownUser),
            inApp: .hide(.unknownUser),
            erasedAt: until,
            reason: .unknownUser,
            says: "Nothing was shown: no push, because the user was erased at 2027-01-15 08:00 UTC."
        ),
        Case(
            push: .suppress(.digested),
            reason: .digested,
            says: "No push of its own, because it was digested."
        ),
        Case(
            push: .hold(until: until),
            reason: .quietHours,
            says: "The push is held until 2027-01-15 08:00 UTC."
        ),
        Case(
            push: .digest(until: until),
            reason: .digested,
            says: "The push waits in a digest until 2027-01-15 08:00 UTC."
        ),
        Case(push: .send([]), says: "It was sent; its deliveries are not kept any more."),
        Case(push: .send([]), deliveries: [.accepted], says: "The push service accepted it for 1 device."),
        Case(
            push: .send([]),
            deliveries: [.accepted, .failed],
            says: "The push service accepted it for 1 of 2 devices."
        ),
        Case(
            push: .send([]),
            deliveries: [.failed, .failed],
            failure: .retriesExhausted,
            reason: .retriesExhausted,
            says: "Inbox only: no push, because the push service could not be reached."
        ),
        Case(
            push: .send([]),
            inApp: .hide(.featureOff),
            deliveries: [.expired],
            failure: .expired,
            reason: .expired,
            says: "Nothing was shown: no push, because it had expired."
        ),
    ]

    @Test("where no push was sent, it says where it was shown and why", arguments: cases)
    func headline(_ example: Case) {
        let item = Self.item(example)
        #expect(item.headline == example.says)
        #expect(item.reason == example.reason)
    }

    private static func item(_ example: Case) -> WhyItem {
        let notification = NotificationID(UUIDv7(milliseconds: 1, random: (0, 1)))
        let record = DecisionRecord(
            id: notification,
            trigger: TriggerID(UUIDv7(milliseconds: 1, random: (0, 2))),
            type: "kudos",
            userID: "anna",
            inApp: example.inApp,
            push: example.push,
            trace: Trace(),
            at: until,
            policyVersion: 1,
            contentVersion: 1
        )
        let deliveries = example.deliveries.enumerated().map { index, state in
            DeliveryReport(
                id: DeliveryID(
                    notification: notification,
                    device: DeviceID(UUIDv7(milliseconds: 1, random: (0, UInt64(index))))
                ),
                provider: .fcm,
                platform: .android,
                state: state,
                reason: state == .accepted ? nil : example.failure,
                attempts: [],
                dueAt: nil
            )
        }
        return WhyItem(
            record: record,
            verdict: .notified,
            steps: [],
            deliveries: deliveries,
            waits: [:],
            erasedAt: example.erasedAt,
            push: Why.channel(example.push),
            inApp: Why.channel(example.inApp),
            channels: example.sent.map { WhyFurtherChannel(channel: $0, result: .send) }
        )
    }
}
