/// Reads the stored form of traces; see ``Trace/encoded``.
///
/// It goes byte by byte: a character of a field may join with the bracket or comma before it.
struct TraceReader {
    private let bytes: [UInt8]
    private var next = 0

    /// Reads from the beginning of a text.
    init(_ text: String) { bytes = Array(text.utf8) }

    /// All entries that are left, as far as this version knows their words.
    mutating func steps() -> [Trace.Step] {
        var steps: [Trace.Step] = []
        while let byte = take() {
            if let step = entry(beginningWith: byte) { steps.append(step) }
        }
        return steps
    }

    /// Reads an entry to its end, whether or not its words are known.
    private mutating func entry(beginningWith stage: UInt8) -> Trace.Step? {
        guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(stage) else { return nil }
        var outcome: Trace.Outcome? = .pass
        if let letter = take(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) {
            outcome = Trace.Outcome(code: letter)
        }
        var isKnown = true
        var reason: Reason?
        if take(where: { $0 == UInt8(ascii: ":") }) != nil {
            reason = self.reason()
            isKnown = reason != nil
        }
        var detail: Trace.Detail?
        if take(where: { $0 == UInt8(ascii: "(") }) != nil {
            detail = self.detail()
            isKnown = isKnown && detail != nil
        }
        guard isKnown, let stage = Stage(code: stage), let outcome else { return nil }
        return Trace.Step(stage, outcome, reason, detail)
    }

    private mutating func reason() -> Reason? {
        var name: [UInt8] = []
        while let byte = take(where: { $0 != UInt8(ascii: "(") }), byte != UInt8(ascii: ";") { name.append(byte) }
        return Reason(rawValue: String(decoding: name, as: UTF8.self))
    }

    /// Reads up to the closing bracket; `nil` when the detail is not known or not whole.
    private mutating func detail() -> Trace.Detail? {
        guard let kind = take(), kind != UInt8(ascii: ")") else { return nil }
        var fields: [[UInt8]] = []
        var isWhole = true
        while let byte = take() {
            switch byte {
            case UInt8(ascii: ")"):
                guard isWhole, let kind = Trace.Detail.Kind(code: kind) else { return nil }
                return Trace.Detail(kind, fields.map { String(decoding: $0, as: UTF8.self) })
            case UInt8(ascii: ","): fields.append([])
            case _ where fields.isEmpty: isWhole = false
            case UInt8(ascii: "\\"):
                guard let escaped = take() else { return nil }
                fields[fields.count - 1].append(escaped == UInt8(ascii: "0") ? 0 : escaped)
            default: fields[fields.count - 1].append(byte)
            }
        }
        return nil
    }

    private mutating func take() -> UInt8? { take { _ in true } }

    private mutating func take(where isMeant: (UInt8) -> Bool) -> UInt8? {
        guard next < bytes.count, isMeant(bytes[next]) else { return nil }
        defer { next += 1 }
        return bytes[next]
    }
}

extension Trace.Detail {
    /// Joins a kind and its stored fields; `nil` when they do not fit.
    fileprivate init?(_ kind: Kind, _ fields: [String]) {
        let isList = kind == .roles || kind == .channels
        var rest = fields[...]
        guard let detail = Self.read(kind, &rest), isList || rest.isEmpty else { return nil }
        self = detail
    }

    /// Takes the fields it needs from the front.
    private static func read(_ kind: Kind, _ rest: inout ArraySlice<String>) -> Self? {
        switch kind {
        case .typeRemoved: .typeRemoved
        case .actor: rest.popFirst().flatMap(ActorType.init(rawValue:)).map { .actor($0) }
        case .audience: rest.popFirst().flatMap(AudienceKind.init(rawValue:)).map { .audience($0) }
        case .roles: .roles(Array(rest))
        case .inAppOff: .inAppOff
        case .channels: .channels(rest.map { Channel(rawValue: $0) })
        case .mute: mute(&rest).map { .mute($0) }
        case .devices: number(&rest).map { .devices($0) }
        case .unservedDevices: number(&rest).map { .unservedDevices($0) }
        case .capability: rest.popFirst().map { .capability($0) }
        case .userActive: .userActive
        case .viewing: rest.popFirst().map { .viewing($0) }
        case .quietHours: quietHours(&rest)
        case .push: pair(&rest, number).map { .push($0, of: $1) }
        case .limit: pair(&rest) { $0.popFirst().flatMap { Duration(iso8601: $0) } }.map { .limit($0, per: $1) }
        case .individual: .individual
        case .senderLimit: .senderLimit
        case .digestKey: rest.popFirst().map { .digestKey($0) }
        case .firstOfDigest: .firstOfDigest
        case .notifications: number(&rest).map { .notifications($0) }
        case .alert: .alert
        case .unconfirmed: .unconfirmed
        case .revoked: rest.popFirst().flatMap(revocation)
        case .channel: rest.popFirst().map { .channel(Channel(rawValue: $0)) }
        }
    }

    private static func revocation(_ code: String) -> Self? {
        let reason = FiringReason(rawValue: code)
        if case .invalid = reason { return nil }
        return .revoked(reason)
    }

    private static func number(_ rest: inout ArraySlice<String>) -> Int? { rest.popFirst().flatMap { Int($0) } }

    private static func pair<Second>(
        _ rest: inout ArraySlice<String>,
        _ second: (inout ArraySlice<String>) -> Second?
    ) -> (Int, Second)? {
        guard let number = number(&rest), let second = second(&rest) else { return nil }
        return (number, second)
    }

    private static func quietHours(_ rest: inout ArraySlice<String>) -> Self? {
        guard let start = rest.popFirst().flatMap({ LocalTime($0) }),
            let end = rest.popFirst().flatMap({ LocalTime($0) }), let zone = rest.popFirst()
        else { return nil }
        return .quietHours(QuietWindow(start: start, end: end), zone: zone)
    }

    private static func mute(_ rest: inout ArraySlice<String>) -> Mute.Scope? {
        switch (rest.popFirst(), rest.popFirst()) {
        case (nil, nil): .all
        case ("category", let id?): .category(CategoryID(id))
        case ("thread", let id?): .thread(id)
        default: nil
        }
    }
}
