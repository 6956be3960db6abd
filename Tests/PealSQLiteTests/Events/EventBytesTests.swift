import PealCore
import PealStore
import Testing

@testable import PealSQLite

@Suite("Events as bytes")
struct EventBytesTests {
    private static let trigger = TriggerID(UUIDv7(milliseconds: 1, random: (2, 3)))
    private static let notification = NotificationID(UUIDv7(milliseconds: 4, random: (5, 6)))
    private static let device = DeviceID(UUIDv7(milliseconds: 7, random: (8, 9)))

    private static let subjects: [Event.Subject] = [
        .none, .trigger(trigger), .notification(notification),
        .delivery(DeliveryID(notification: notification, device: device)), .device(device),
        .entity(EntityRef(type: "event", id: "e/ö🎈")), .inbox(badgeVersion: 0), .inbox(badgeVersion: 300),
        .catalog(version: Int(Int32.max)),
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

    @Test("A push costs few bytes: its identifier, its user's key and what it is")
    func size() {
        var bytes = EventBytes()
        bytes.append(.notification(Self.notification), user: 100_000)
        #expect(bytes.bytes.count == 20)
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
