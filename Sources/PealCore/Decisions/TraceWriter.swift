/// Writes the stored form of traces; see ``Trace/encoded``.
struct TraceWriter {
    private var bytes: [UInt8] = []

    /// Prepares for a usual trace.
    init() { bytes.reserveCapacity(64) }

    /// What was written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds an entry.
    mutating func write(_ step: Trace.Step) {
        bytes.append(step.stage.code)
        if step.outcome != .pass { bytes.append(step.outcome.code) }
        if let reason = step.reason {
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: reason.rawValue.utf8)
            if step.detail == nil { bytes.append(UInt8(ascii: ";")) }
        }
        guard let detail = step.detail else { return }
        bytes.append(UInt8(ascii: "("))
        bytes.append(detail.kind.code)
        writeFields(of: detail)
        bytes.append(UInt8(ascii: ")"))
    }

    private mutating func writeFields(of detail: Trace.Detail) {
        switch detail {
        case .typeRemoved, .inAppOff, .userActive, .individual, .senderLimit, .firstOfDigest, .alert, .unconfirmed:
            break
        case .viewing(let thread): field(thread)
        case .actor(let kind): field(kind.rawValue)
        case .audience(let kind): field(kind.rawValue)
        case .roles(let roles): for role in roles { field(role) }
        case .channels(let channels): for channel in channels { field(channel.rawValue) }
        case .mute(.all): break
        case .mute(.category(let id)):
            field("category")
            field(id.rawValue)
        case .mute(.thread(let id)):
            field("thread")
            field(id)
        case .devices(let count), .unservedDevices(let count), .notifications(let count): field("\(count)")
        case .capability(let name): field(name)
        case .quietHours(let window, let zone):
            field(window.start.description)
            field(window.end.description)
            field(zone)
        case .push(let number, let limit):
            field("\(number)")
            field("\(limit)")
        case .limit(let count, let length):
            field("\(count)")
            field(length.iso8601)
        case .digestKey(let key): field(key)
        case .revoked(let cause): field(cause.rawValue)
        case .channel(let channel): field(channel.rawValue)
        }
    }

    private mutating func field(_ text: String) {
        bytes.append(UInt8(ascii: ","))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ")"), UInt8(ascii: ","):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0:
                // SQLite ends a text at a NUL.
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(ascii: "0"))
            default: bytes.append(byte)
            }
        }
    }
}
