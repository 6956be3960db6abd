import PealCore

/// Events of the specification as bytes: when, what, and its members; a name that comes again takes its number.
struct AnalyticsEventBytes {
    private var packed = PackedBytes()
    private var names: [String: Int] = [:]

    var bytes: [UInt8] { packed.bytes }

    /// What an event begins with; stored, so that no number is ever given to another one.
    fileprivate enum Code {
        static let preferenceUpdated: UInt8 = 1
        static let sent: UInt8 = 2
        static let delivered: UInt8 = 3
        static let opened: UInt8 = 4
        static let etaSubmitted: UInt8 = 5
        static let dashboardViewed: UInt8 = 6
        static let deliveryFailed: UInt8 = 7
        static let actionTaken: UInt8 = 8

        static let statuses: [EtaStatus] = [.onTime, .runningLate, .cantMakeIt]
        static let proofs: [AnalyticsEvent.Proof] = [.accepted, .confirmed]
        static let kinds: [ActionKind] = [.quickReply, .openApp, .dismiss]
    }

    /// Appends an event; a host's key is above 0, which stands for nobody.
    mutating func append(_ event: AnalyticsEvent, host: Int64 = 0) {
        switch event.fact {
        case .preferenceUpdated(let category, let isEnabled, let channels):
            begin(Code.preferenceUpdated, event)
            append(category?.rawValue ?? "")
            packed.append(byte: isEnabled ? 1 : 0)
            append(channels)
        case .sent(let id, let category, let channels):
            begin(Code.sent, event)
            packed.append(id.rawValue)
            append(category.rawValue)
            append(channels)
        case .delivered(let id, let channel, let latency, let proof):
            begin(Code.delivered, event)
            packed.append(id.rawValue)
            append(channel.rawValue)
            packed.append(number: Int(latency.wholeMilliseconds))
            packed.append(proof, of: Code.proofs)
        case .opened(let id, let since):
            begin(Code.opened, event)
            packed.append(id.rawValue)
            packed.append(number: Int(since.wholeMilliseconds))
        case .etaSubmitted(let ref, let status, let minutes):
            begin(Code.etaSubmitted, event)
            append(ref)
            packed.append(status, of: Code.statuses)
            packed.append(number: minutes ?? 0)
        case .dashboardViewed(let ref, _, let participants):
            begin(Code.dashboardViewed, event)
            append(ref)
            packed.append(number: UInt64(host))
            packed.append(number: participants)
        case .deliveryFailed(let id, let channel, let code):
            begin(Code.deliveryFailed, event)
            packed.append(id.rawValue)
            append(channel.rawValue)
            append(code)
        case .actionTaken(let id, let action, let kind, let arrival):
            begin(Code.actionTaken, event)
            packed.append(id.rawValue)
            append(action)
            packed.append(kind, of: Code.kinds)
            packed.append(byte: arrival == nil ? 0 : 1)
            guard let arrival else { return }
            packed.append(arrival.status, of: Code.statuses)
            packed.append(number: arrival.minutesLate ?? 0)
        }
    }

    private mutating func begin(_ code: UInt8, _ event: AnalyticsEvent) {
        packed.append(byte: code)
        packed.append(at: event.at)
    }

    private mutating func append(_ channels: [Channel]) {
        packed.append(number: channels.count)
        for channel in channels { append(channel.rawValue) }
    }

    private mutating func append(_ ref: EntityRef) {
        append(ref.type.rawValue)
        append(ref.id)
    }

    private mutating func append(_ name: String) {
        if let number = names[name] { return packed.append(number: number) }
        packed.append(number: 0)
        packed.append(text: name)
        names[name] = names.count + 1
    }
}

/// Reads what ``AnalyticsEventBytes`` wrote.
struct AnalyticsEventReader {
    private var reader: PackedReader
    private var names: [String] = []

    private typealias Code = AnalyticsEventBytes.Code

    init(_ bytes: [UInt8]) { reader = PackedReader(bytes, of: "a row of the analytics") }

    /// The next event; `nil` after the last one.
    /// - Parameter user: the user that has a key.
    /// - Returns: the event.
    /// - Throws: ``StoreError`` `corrupt`, what `user` throws.
    mutating func next(_ user: (Int64) throws -> UserID?) throws -> AnalyticsEvent? {
        guard !reader.isAtEnd else { return nil }
        let code = try reader.byte()
        let at = try reader.instant()
        return AnalyticsEvent(try fact(code, user), at: at)
    }

    private mutating func fact(_ code: UInt8, _ user: (Int64) throws -> UserID?) throws -> AnalyticsEvent.Fact {
        switch code {
        case Code.preferenceUpdated:
            let category = try name()
            let isEnabled = try reader.byte() > 0
            let id = category.isEmpty ? nil : CategoryID(category)
            return .preferenceUpdated(id, isEnabled: isEnabled, channels: try channels())
        case Code.sent: return .sent(ID(try reader.id()), CategoryID(try name()), channels: try channels())
        case Code.delivered:
            let (id, channel) = (NotificationID(try reader.id()), Channel(rawValue: try name()))
            return .delivered(id, channel, latency: try duration(), try reader.word(of: Code.proofs))
        case Code.opened: return .opened(ID(try reader.id()), timeSinceSent: try duration())
        case Code.etaSubmitted:
            let (ref, status) = (try entity(), try reader.word(of: Code.statuses))
            let minutes = try reader.number()
            return .etaSubmitted(ref, status, minutesLate: minutes > 0 ? minutes : nil)
        case Code.dashboardViewed:
            let (ref, host) = (try entity(), try user(Int64(try reader.number())))
            return .dashboardViewed(ref, host: host, participants: try reader.number())
        case Code.deliveryFailed:
            let (id, channel) = (NotificationID(try reader.id()), Channel(rawValue: try name()))
            return .deliveryFailed(id, channel, errorCode: try name())
        case Code.actionTaken:
            let (id, action) = (NotificationID(try reader.id()), try name())
            let kind = try reader.word(of: Code.kinds)
            return .actionTaken(id, action: action, kind, try reader.byte() > 0 ? try arrival() : nil)
        default: throw reader.damaged
        }
    }

    private mutating func arrival() throws -> EtaChoice {
        let status = try reader.word(of: Code.statuses)
        let minutes = try reader.number()
        return EtaChoice(status, minutesLate: minutes > 0 ? minutes : nil)
    }

    private mutating func duration() throws -> Duration { .milliseconds(try reader.number()) }

    private mutating func entity() throws -> EntityRef {
        EntityRef(type: EntityTypeID(try name()), id: try name())
    }

    private mutating func channels() throws -> [Channel] {
        var channels: [Channel] = []
        for _ in 0..<(try reader.number()) { channels.append(Channel(rawValue: try name())) }
        return channels
    }

    private mutating func name() throws -> String {
        let number = try reader.number()
        guard number > 0 else {
            names.append(try reader.text())
            return names[names.count - 1]
        }
        guard number <= names.count else { throw reader.damaged }
        return names[number - 1]
    }
}
