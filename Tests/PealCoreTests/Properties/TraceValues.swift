@testable import PealCore

extension Trace.Step {
    /// Any of them.
    init(_ choices: inout Choices) {
        self.init(
            choices.element(of: Stage.allCases),
            choices.element(of: Trace.Outcome.allCases),
            choices.optional { $0.element(of: Reason.allCases) },
            choices.optional { Trace.Detail(&$0) }
        )
    }
}

extension Trace.Detail {
    /// Any of them, with any texts and numbers.
    init(_ choices: inout Choices) {
        func text() -> String { choices.text(count: 0...8, of: "a0A:;,()\\ Zé\u{1F642}\n\u{301}\u{0}\"'") }
        func number() -> Int { choices.integer(in: Int.min...Int.max) }
        func time() -> LocalTime { LocalTime(secondOfDay: choices.integer(in: 0...86_399)) }
        func scope() -> Mute.Scope {
            switch choices.integer(in: 0...2) {
            case 0: .all
            case 1: .category(CategoryID(text()))
            default: .thread(text())
            }
        }
        switch choices.element(of: Kind.allCases) {
        case .typeRemoved: self = .typeRemoved
        case .actor: self = .actor(choices.element(of: ActorType.allCases))
        case .audience: self = .audience(choices.element(of: AudienceKind.allCases))
        case .roles: self = .roles((0..<choices.integer(in: 0...3)).map { _ in text() })
        case .inAppOff: self = .inAppOff
        case .channels: self = .channels((0..<choices.integer(in: 0...3)).map { _ in Channel(rawValue: text()) })
        case .channel: self = .channel(Channel(rawValue: text()))
        case .mute: self = .mute(scope())
        case .devices: self = .devices(number())
        case .unservedDevices: self = .unservedDevices(number())
        case .capability: self = .capability(text())
        case .userActive: self = .userActive
        case .viewing: self = .viewing(text())
        case .quietHours: self = .quietHours(QuietWindow(start: time(), end: time()), zone: text())
        case .push: self = .push(number(), of: number())
        case .limit: self = .limit(number(), per: .milliseconds(choices.integer(in: 0...90_000_000)))
        case .individual: self = .individual
        case .senderLimit: self = .senderLimit
        case .digestKey: self = .digestKey(text())
        case .firstOfDigest: self = .firstOfDigest
        case .notifications: self = .notifications(number())
        case .alert: self = .alert
        case .unconfirmed: self = .unconfirmed
        case .revoked: self = .revoked(choices.element(of: [.noTime, .status, .ended, .moved, .entityDeleted]))
        }
    }
}

/// An entry that a newer version wrote: one of its letters means nothing here.
struct NewerEntry: CustomStringConvertible {
    let description: String

    /// Any of them, with any text in its detail.
    init(_ choices: inout Choices) {
        let key = choices.text(count: 0...6, of: "aB(),;:\\\n\u{301}")
        let reason = choices.optional { $0.element(of: Reason.allCases) }
        var bytes = Array(Trace([Trace.Step(.type, .stop, reason, .digestKey(key))]).encoded.utf8)
        switch choices.integer(in: 0...2) {
        case 0: bytes[0] = UInt8(ascii: "z")
        case 1: bytes[1] = UInt8(ascii: "Z")
        default:
            let bracket = bytes.firstIndex(of: UInt8(ascii: "(")) ?? 0
            bytes[bracket + 1] = UInt8(ascii: "@")
        }
        description = String(decoding: bytes, as: UTF8.self)
    }
}
