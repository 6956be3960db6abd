import PealCore
import PealStore

/// Events of one app and kind as bytes: for each the user's key, then the subject.
///
/// Numbers take 7 bits a byte, the lowest first; identifiers their 16 bytes; texts their length and UTF-8.
struct EventBytes {
    private(set) var bytes: [UInt8] = []

    /// What a subject begins with; stored, so that no number is ever given to another one.
    private enum Tag {
        static let none: UInt8 = 0
        static let trigger: UInt8 = 1
        static let notification: UInt8 = 2
        static let delivery: UInt8 = 3
        static let device: UInt8 = 4
        static let entity: UInt8 = 5
        static let inbox: UInt8 = 6
        static let catalog: UInt8 = 7
    }

    /// Appends an event; a user's key is above 0, which stands for no user.
    mutating func append(_ subject: Event.Subject, user: Int64) {
        append(number: UInt64(user))
        switch subject {
        case .none: bytes.append(Tag.none)
        case .trigger(let id): append(Tag.trigger, id)
        case .notification(let id): append(Tag.notification, id)
        case .delivery(let id):
            append(Tag.delivery, id.notification)
            append(id.device.rawValue)
        case .device(let id): append(Tag.device, id)
        case .entity(let ref):
            bytes.append(Tag.entity)
            append(text: ref.type.rawValue)
            append(text: ref.id)
        case .inbox(let version): append(Tag.inbox, number: version)
        case .catalog(let version): append(Tag.catalog, number: version)
        }
    }

    private mutating func append<Kind: IDKind>(_ tag: UInt8, _ id: ID<Kind>) {
        bytes.append(tag)
        append(id.rawValue)
    }

    private mutating func append(_ tag: UInt8, number: Int) {
        bytes.append(tag)
        append(number: UInt64(max(0, number)))
    }

    private mutating func append(_ id: UUIDv7) {
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(text: String) {
        append(number: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Reads all events of a row.
    /// - Throws: ``StoreError`` `corrupt`.
    static func read(_ bytes: [UInt8]) throws -> [(user: Int64, subject: Event.Subject)] {
        var reader = Reader(rest: bytes[...])
        var events: [(user: Int64, subject: Event.Subject)] = []
        while !reader.rest.isEmpty { events.append((Int64(try reader.number()), try reader.subject())) }
        return events
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func subject() throws -> Event.Subject {
            switch try take(1).first {
            case Tag.none: .none
            case Tag.trigger: .trigger(ID(try id()))
            case Tag.notification: .notification(ID(try id()))
            case Tag.delivery: .delivery(DeliveryID(notification: ID(try id()), device: ID(try id())))
            case Tag.device: .device(ID(try id()))
            case Tag.entity: .entity(EntityRef(type: EntityTypeID(try text()), id: try text()))
            case Tag.inbox: .inbox(badgeVersion: try number())
            case Tag.catalog: .catalog(version: try number())
            default: throw Self.damaged
            }
        }

        mutating func number() throws -> Int {
            var number = 0
            for shift in stride(from: 0, to: 63, by: 7) {
                guard let byte = try take(1).first else { throw Self.damaged }
                number |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return number }
            }
            throw Self.damaged
        }

        private mutating func id() throws -> UUIDv7 {
            guard let id = UUIDv7(bytes: try take(16)) else { throw Self.damaged }
            return id
        }

        private mutating func text() throws -> String { String(decoding: try take(try number()), as: UTF8.self) }

        private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
            guard count <= rest.count else { throw Self.damaged }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        private static var damaged: StoreError {
            StoreError(.corrupt, "a row of the event log is not what was written")
        }
    }
}
