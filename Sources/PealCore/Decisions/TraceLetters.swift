/// A word that stored traces keep as one letter.
///
/// A letter is never changed and never given to another word, because stored traces keep it; it has nothing to do with
/// the order of the cases.
protocol TraceLetter: CaseIterable {
    /// The word's letter, of ASCII.
    var letter: Unicode.Scalar { get }
}

extension TraceLetter {
    /// The letter as a byte.
    var code: UInt8 { UInt8(ascii: letter) }

    /// The word of a letter; `nil` for one that only a newer version knows.
    init?(code: UInt8) {
        guard let word = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = word
    }
}

/// Stages have small letters.
extension Stage: TraceLetter {
    var letter: Unicode.Scalar {
        switch self {
        case .type: "a"
        case .audience: "b"
        case .mandatory: "c"
        case .preference: "d"
        case .mute: "e"
        case .device: "f"
        case .quietHours: "g"
        case .throttle: "h"
        case .digest: "i"
        case .route: "j"
        }
    }
}

/// Outcomes have capital letters.
extension Trace.Outcome: TraceLetter {
    var letter: Unicode.Scalar {
        switch self {
        case .pass: "A"
        case .stop: "B"
        case .hold: "C"
        case .override: "D"
        case .skip: "E"
        case .release: "F"
        }
    }
}

extension Trace.Detail {
    /// The kinds of details.
    enum Kind: TraceLetter {
        case typeRemoved, actor, audience, roles, inAppOff, channels, mute, devices, unservedDevices, capability
        case userActive, viewing, quietHours, push, limit, individual, senderLimit, digestKey, firstOfDigest,
            notifications
        case alert, unconfirmed, revoked, channel

        var letter: Unicode.Scalar {
            switch self {
            case .typeRemoved: "x"
            case .actor: "a"
            case .audience: "u"
            case .roles: "r"
            case .inAppOff: "i"
            case .channels: "c"
            case .mute: "m"
            case .devices: "d"
            case .unservedDevices: "n"
            case .capability: "k"
            case .userActive: "p"
            case .viewing: "w"
            case .quietHours: "q"
            case .push: "t"
            case .limit: "l"
            case .individual: "v"
            case .senderLimit: "s"
            case .digestKey: "y"
            case .firstOfDigest: "f"
            case .notifications: "b"
            case .alert: "e"
            case .unconfirmed: "o"
            case .revoked: "z"
            case .channel: "h"
            }
        }
    }

    /// Its kind.
    var kind: Kind {
        switch self {
        case .typeRemoved: .typeRemoved
        case .actor: .actor
        case .audience: .audience
        case .roles: .roles
        case .inAppOff: .inAppOff
        case .channels: .channels
        case .mute: .mute
        case .devices: .devices
        case .unservedDevices: .unservedDevices
        case .capability: .capability
        case .userActive: .userActive
        case .viewing: .viewing
        case .quietHours: .quietHours
        case .push: .push
        case .limit: .limit
        case .individual: .individual
        case .senderLimit: .senderLimit
        case .digestKey: .digestKey
        case .firstOfDigest: .firstOfDigest
        case .notifications: .notifications
        case .alert: .alert
        case .unconfirmed: .unconfirmed
        case .revoked: .revoked
        case .channel: .channel
        }
    }
}
