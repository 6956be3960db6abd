import Testing

@testable import PealCore

@Suite("Which triggers about a deleted entity are withdrawn")
struct EntityTriggerTests {
    private static let id = TriggerID(UUIDv7(milliseconds: 1, random: (0, 0)))

    @Test(
        "Those of which recipients are undecided, or of which anything may still leave",
        arguments: [
            (EntityTrigger(id: id, state: .waiting), true), (EntityTrigger(id: id, state: .running), true),
            (EntityTrigger(id: id, state: .open(until: Timestamp(seconds: 1))), true),
            (EntityTrigger(id: id, state: .finished), false),
            (EntityTrigger(id: id, state: .finished, waitingPushes: 1), true),
            (EntityTrigger(id: id, state: .finished, openDeliveries: 1), true),
            (EntityTrigger(id: id, state: .finished, mayAwaitReceipts: true), true),
            (EntityTrigger(id: id, state: .finished, isWithdrawing: true, openDeliveries: 1), false),
            (EntityTrigger(id: id, state: .cancelled(.finished), openDeliveries: 1), false),
            (EntityTrigger(id: id, state: .withdrawn(.running)), false),
        ]
    )
    func isToWithdraw(_ trigger: EntityTrigger, expected: Bool) {
        #expect(trigger.isToWithdraw == expected)
    }
}
