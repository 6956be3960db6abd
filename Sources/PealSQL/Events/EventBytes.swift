import PealCore

/// Events of one app and kind as bytes: for each the user's key, then the subject, then its detail where it has one.
struct EventBytes {
    private var packed = PackedBytes()

    var bytes: [UInt8] { packed.bytes }

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
        static let note: UInt8 = 8
        static let checkpoint: UInt8 = 9
        /// Added to the tag of a subject that a detail follows.
        static let detail: UInt8 = 0x40
    }

    /// Appends an event; a user's key is above 0, which stands for no user.
    mutating func append(_ subject: Event.Subject, _ detail: EventDetail = .none, user: Int64) {
        packed.append(number: UInt64(user))
        let flag = detail == .none ? 0 : Tag.detail
        switch subject {
        case .none: packed.append(byte: Tag.none | flag)
        case .trigger(let id): append(Tag.trigger | flag, id)
        case .notification(let id): append(Tag.notification | flag, id)
        case .delivery(let id):
            append(Tag.delivery | flag, id.notification)
            packed.append(id.device.rawValue)
        case .device(let id): append(Tag.device | flag, id)
        case .entity(let ref):
            packed.append(byte: Tag.entity | flag)
            packed.append(text: ref.type.rawValue)
            packed.append(text: ref.id)
        case .inbox(let version): append(Tag.inbox | flag, number: version)
        case .catalog(let version): append(Tag.catalog | flag, number: version)
        case .checkpoint(let size): append(Tag.checkpoint | flag, number: size)
        case .note(let note):
            packed.append(byte: Tag.note | flag)
            packed.append(note)
        }
        if flag > 0 { packed.append(detail) }
    }

    private mutating func append<Kind: IDKind>(_ tag: UInt8, _ id: ID<Kind>) {
        packed.append(byte: tag)
        packed.append(id.rawValue)
    }

    private mutating func append(_ tag: UInt8, number: Int) {
        packed.append(byte: tag)
        packed.append(number: number)
    }

    /// An event as it is read: the user by key.
    struct Stored {
        var user: Int64
        var subject: Event.Subject
        var detail: EventDetail
    }

    /// Reads all events of a row.
    /// - Throws: ``StoreError`` `corrupt`.
    static func read(_ bytes: [UInt8]) throws -> [Stored] {
        var reader = PackedReader(bytes, of: "a row of the event log")
        var events: [Stored] = []
        while !reader.isAtEnd {
            let user = Int64(try reader.number())
            let tag = try reader.byte()
            let subject = try subject(tag & ~Tag.detail, &reader)
            let detail = tag & Tag.detail > 0 ? try reader.detail() : .none
            events.append(Stored(user: user, subject: subject, detail: detail))
        }
        return events
    }

    private static func subject(_ tag: UInt8, _ reader: inout PackedReader) throws -> Event.Subject {
        switch tag {
        case Tag.none: .none
        case Tag.trigger: .trigger(ID(try reader.id()))
        case Tag.notification: .notification(ID(try reader.id()))
        case Tag.delivery: .delivery(DeliveryID(notification: ID(try reader.id()), device: ID(try reader.id())))
        case Tag.device: .device(ID(try reader.id()))
        case Tag.entity: .entity(EntityRef(type: EntityTypeID(try reader.text()), id: try reader.text()))
        case Tag.inbox: .inbox(badgeVersion: try reader.number())
        case Tag.catalog: .catalog(version: try reader.number())
        case Tag.checkpoint: .checkpoint(size: try reader.number())
        case Tag.note: .note(try reader.note())
        default: throw reader.damaged
        }
    }
}
