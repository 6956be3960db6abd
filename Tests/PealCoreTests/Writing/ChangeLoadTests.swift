import PealCore
import Testing

@Suite("What changes ask of the store's writer")
struct ChangeLoadTests {
    private static let id = TriggerID(UUIDv7(milliseconds: 1, random: (0, 1)))
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let position = FanOutPosition(cursor: nil, dueAt: now)

    private static let delivery = DeliveryID(
        notification: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
        device: DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))
    )

    private static let event = EntityRef(type: "event", id: "e")
    private static let firing = FiringChange.fire(
        "soon",
        time: now,
        from: .waiting,
        to: .fired,
        nil,
        id,
        at: now
    )
    private static let dataKey = DataKeyRecord(app: "gss", version: 1, wrapped: [1], createdAt: now)

    private static func move(_ phase: TriggerState.Phase?) -> Change {
        .moveFanOut(id, FanOutMove(from: position, to: position, phase: phase))
    }

    private static func cancel(_ phase: CancelReport.Phase) -> Change {
        .beginCancel(id, in: phase, CancelStart(in: phase), at: now)
    }

    @Test(
        "A trigger waits for its fan-out from its acceptance to its last page or its cancel",
        arguments: [
            (cancel(.beforeFanOut), -1), (cancel(.during), -1), (cancel(.after), 0), (move(.finished), -1),
            (move(.running), 0), (move(nil), 0), (.closeFanOut(id), -1),
            (.resumeTrigger(id, at: TriggerTime(dueAt: now, digestUntil: nil)), 1),
            (.moveTrigger(id, from: now, to: TriggerTime(dueAt: now, digestUntil: nil)), 0),
        ] as [(Change, Int)]
    )
    func waiting(change: Change, waiting: Int) { #expect(change.load.waiting == waiting) }

    @Test(
        "Callers go before what loops decide, also where both are in one transaction, and before outcomes alone",
        arguments: [
            ([[move(nil)]], .loop), ([[.releaseClaim(id, remembering: false)]], .caller),
            ([[.releaseClaim(id, remembering: false)], [move(nil)]], .loop),
            ([[.delivery(.forgetReceipt(delivery))]], .outcome),
            ([[.delivery(.forgetReceipt(delivery))], [.delivery(.forgetReceipt(delivery))]], .outcome),
            ([[.delivery(.forgetReceipt(delivery)), .releaseQuota(id)]], .caller), ([], .outcome), ([[]], .outcome),
            ([[.key(.deleteDataKey(version: 1))]], .loop), ([[.key(.rewrap(dataKey))]], .caller),
            ([[.changeFirings(of: event, [.withdraw(id, .moved, at: now)])]], .caller),
            ([[.redelivery(.plan(delivery, at: now))]], .caller),
            ([[.channel(.removeAddress(Channel(rawValue: "sms"), of: "u"))]], .caller),
            ([[.changeFirings(of: event, [firing])]], .loop),
        ] as [([[Change]], ChangeLoad.Origin)]
    )
    func origin(groups: [[Change]], origin: ChangeLoad.Origin) {
        #expect(groups.map { ChangeGroup(app: "gss", $0) }.load.origin == origin)
    }

    @Test("Many rows weigh more", arguments: [1, 100])
    func weight(count: Int) {
        let members = (0..<count).map { Member(entity: Self.event, userID: UserID("u\($0)"), updatedAt: Self.now) }
        let group = ChangeGroup(app: "gss", [.putMembers(members), .releaseQuota(Self.id)])
        #expect([group].load.weight == count + 1)
        #expect([group, group].load.weight == 2 * (count + 1))
    }
}
