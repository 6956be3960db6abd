import Testing

@testable import PealCore

@Suite("A push that no device confirmed by the end of its time to live (R147, M13)")
struct UnconfirmedPushTests {
    static let now = Timestamp(seconds: 1_000_000)
    static let phone = DeviceID(UUIDv7(milliseconds: 1, random: (0, 1)))
    static let tablet = DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))

    static func silent(
        _ state: InboxState = InboxState(),
        isInInbox: Bool = true,
        stopped: Reason? = nil,
        devices: [DeviceID: Bool] = [phone: true]
    ) -> UnconfirmedPush {
        UnconfirmedPush(
            id: .numbered(1),
            app: "dsober",
            user: "admin",
            isInInbox: isInInbox,
            state: state,
            stopReason: stopped,
            devices: devices
        )
    }

    @Test(
        "raises an alert where a device that confirms pushes was silent",
        arguments: [
            (silent(), true), (silent(devices: [phone: true, tablet: false]), true),
            (silent(devices: [phone: false]), false), (silent(devices: [:]), false),
            (silent(InboxState(receivedAt: now)), false), (silent(InboxState(seenAt: now)), false),
            (silent(InboxState(seenAt: now, readAt: now, acknowledgedAt: now)), false),
            (silent(InboxState(isAlert: true)), false), (silent(InboxState(removal: .init(.deleted, at: now))), false),
            (silent(isInInbox: false), false), (silent(stopped: .cancelled), false),
        ] as [(UnconfirmedPush, Bool)]
    )
    func rule(push: UnconfirmedPush, raises: Bool) {
        #expect(push.raisesAlert == raises)
        #expect((push.trace?.steps.map(\.detail) ?? []) == (raises ? [.unconfirmed] : []))
    }

    @Test(
        "whatever the user or a device says never raises one, and none is raised without a silent device that confirms"
    )
    func properties() async {
        var raised = 0
        await Property(cases: 2_000, of: UnconfirmedPush.init(choices:)).check { push in
            guard push.raisesAlert else { return }
            raised += 1
            try demand(push.devices.contains { $0.value }, "no device confirms pushes")
            for mark in [InboxMark.seen, .read, .received, .opened, .dismissed, .acknowledged, .deleted, .archived] {
                var later = push
                later.state = later.state.marked(mark, at: Self.now)
                try demand(!later.raisesAlert, "it was \(mark)")
            }
            var strangers = push
            strangers.devices = push.devices.mapValues { _ in false }
            try demand(!strangers.raisesAlert, "devices that never confirmed say nothing")
            var more = push
            more.devices[Self.tablet] = more.devices[Self.tablet] ?? false
            try demand(more.raisesAlert, "another device takes nothing away")
        }
        #expect(raised > 50)
    }

    @Test(
        "a report of receipt is of the device that is named, or of the only one that was handed the push",
        arguments: [
            ([phone: .accepted], nil, phone), ([phone: .unknown, tablet: .failed], nil, phone),
            ([phone: .accepted, tablet: .accepted], nil, nil), ([phone: .accepted, tablet: .accepted], tablet, tablet),
            ([phone: .accepted, tablet: .cancelled], tablet, nil), ([:], phone, nil),
        ] as [([DeviceID: DeliveryState], DeviceID?, DeviceID?)]
    )
    func confirmingDevice(states: [DeviceID: DeliveryState], named: DeviceID?, confirms: DeviceID?) {
        let facts = OutcomeFacts.Notification(
            user: "admin",
            relevance: PushRelevance(expiresAt: Self.now),
            alertsOnFailure: true,
            hadAlert: false,
            deliveries: states.mapValues { OutcomeFacts.Delivery(state: $0, epoch: 1) }
        )
        #expect(facts.confirmingDevice(named: named) == confirms)
    }
}

extension UnconfirmedPush {
    /// Any of them; most marks are missing, so that some raise an alert.
    fileprivate init(choices: inout Choices) {
        func instant() -> Timestamp? { choices.flag(onceIn: 8) ? UnconfirmedPushTests.now : nil }
        var state = InboxState()
        (state.seenAt, state.receivedAt, state.acknowledgedAt) = (instant(), instant(), instant())
        state.readAt = state.seenAt
        state.removal = instant().map { InboxState.Removal(.archived, at: $0) }
        state.isAlert = choices.flag(onceIn: 8)
        let devices = choices.array(count: 0...4) { choices in
            (DeviceID(UUIDv7(milliseconds: 2, random: (0, choices.number(upTo: 9)))), choices.flag())
        }
        self.init(
            id: .numbered(1),
            app: "dsober",
            user: "admin",
            isInInbox: !choices.flag(onceIn: 8),
            state: state,
            stopReason: choices.flag(onceIn: 8) ? .cancelled : nil,
            devices: Dictionary(devices) { $0 || $1 }
        )
    }
}
