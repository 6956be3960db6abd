import PealCore
import Testing

@testable import PealSQL

@Suite("Events as bytes")
struct EventBytesTests {
    private static let trigger = TriggerID(UUIDv7(milliseconds: 1, random: (2, 3)))
    private static let notification = NotificationID(UUIDv7(milliseconds: 4, random: (5, 6)))
    private static let device = DeviceID(UUIDv7(milliseconds: 7, random: (8, 9)))

    private static let subjects: [Event.Subject] = [
        .none, .trigger(trigger), .notification(notification),
        .delivery(DeliveryID(notification: notification, device: device)), .device(device),
        .entity(EntityRef(type: "event", id: "e/ö🎈")), .inbox(badgeVersion: 0), .inbox(badgeVersion: 300),
        .catalog(version: Int(Int32.max)), .checkpoint(size: 1 << 40),
        .note(AuditNote("key-created", at: Timestamp(milliseconds: 1_800_000_000_123), ["b": "ö", "a": ""])),
        .note(AuditNote("n", at: Timestamp(milliseconds: 0))),
    ]

    @Test("Every subject and every size of key is read as it was written", arguments: subjects)
    func both(_ subject: Event.Subject) throws {
        let keys: [Int64] = [0, 1, 127, 128, 16_383, 16_384, .max >> 1]
        var bytes = EventBytes()
        for key in keys { bytes.append(subject, user: key) }
        let read = try EventBytes.read(bytes.bytes)
        #expect(read.map(\.user) == keys)
        #expect(read.map(\.subject) == Array(repeating: subject, count: keys.count))
    }

    private static let details: [EventDetail] = [
        .none, .moved(from: .sending, to: .accepted, at: Timestamp(seconds: 1_800_000_000)), .at(Timestamp(seconds: 1)),
        .again, .chosen([], global: true, at: Timestamp(seconds: 2)),
        .chosen(["kudos", "ö🎈"], global: false, at: Timestamp(seconds: 3)),
        .replied(
            .runningLate,
            minutesLate: 300,
            at: Timestamp(seconds: 4),
            takenAt: Timestamp(seconds: 7),
            byAction: true
        ),
        .replied(.onTime, minutesLate: nil, at: Timestamp(seconds: 5), takenAt: Timestamp(seconds: 8), byAction: false),
        .acted(action: "late-10", .quickReply, EtaChoice(.runningLate, minutesLate: 10), at: Timestamp(seconds: 9)),
        .acted(action: "approve", .openApp, nil, at: Timestamp(seconds: 10)),
        .viewed(participants: 200, at: Timestamp(seconds: 6)),
        .member(from: nil, to: "ö🎈", role: "", checkedInAt: Timestamp(seconds: 11), at: Timestamp(seconds: 12)),
        .member(from: "confirmed", to: nil, role: nil, checkedInAt: nil, at: Timestamp(seconds: 13)),
    ]

    @Test("Every detail is read as it was written, between events without one", arguments: details)
    func detailed(_ detail: EventDetail) throws {
        var bytes = EventBytes()
        for subject in Self.subjects {
            bytes.append(subject, detail, user: 7)
            bytes.append(subject, user: 8)
        }
        let read = try EventBytes.read(bytes.bytes)
        #expect(read.map(\.detail) == Self.subjects.flatMap { _ in [detail, .none] })
        #expect(read.map(\.subject) == Self.subjects.flatMap { [$0, $0] })
        var one = EventBytes()
        one.append(.none, detail, user: 300)
        for length in 1..<one.bytes.count {
            #expect(throws: StoreError.self) { try EventBytes.read(Array(one.bytes.prefix(length))) }
        }
    }

    /// A push costs its identifier, its user's key and what it is; its end nine bytes more, for its states and its time.
    private static let sizes: [(EventDetail, Int)] = [
        (.none, 20), (.moved(from: .sending, to: .accepted, at: Timestamp(seconds: 1_800_000_000)), 29),
    ]

    @Test("A push costs few bytes, and so does its end", arguments: sizes)
    func size(_ detail: EventDetail, _ count: Int) {
        var bytes = EventBytes()
        bytes.append(.notification(Self.notification), detail, user: 100_000)
        #expect(bytes.bytes.count == count)
    }

    @Test("Bytes that are cut off or of another version are damage", arguments: subjects)
    func damaged(_ subject: Event.Subject) throws {
        var bytes = EventBytes()
        bytes.append(subject, user: 300)
        for length in 1..<bytes.bytes.count {
            #expect(throws: StoreError.self) { try EventBytes.read(Array(bytes.bytes.prefix(length))) }
        }
        #expect(throws: StoreError.self) { try EventBytes.read([0, 99]) }
        #expect(throws: StoreError.self) { try EventBytes.read(Array(repeating: 0xFF, count: 12)) }
    }
}
