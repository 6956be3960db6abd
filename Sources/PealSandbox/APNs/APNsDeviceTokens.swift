import PealCore

/// Device tokens that carry their own proof: a simulator knows the tokens it gave out, millions of them and also those
/// of an earlier run, without keeping any.
struct APNsDeviceTokens: Sendable {
    enum TokenStatus: Equatable {
        /// No token at all: hexadecimal digits, two for each byte, are one.
        case malformed
        /// A token nobody gave out.
        case unknown
        /// Given out by the other environment.
        case foreignEnvironment
        /// Given out to another app.
        case foreignApp
        /// Given out to this app in this environment.
        case valid
    }

    /// Makes the token of a serial number: the number, and a mark each of the app, the environment and both, 16 digits each.
    func issue(app: String, environment: APNsSimulatorEnvironment, serial: UInt64) -> String {
        let appMark = Self.mark(app, serial)
        let environmentMark = Self.mark(environment.rawValue, serial)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        for number in [serial, appMark, environmentMark, Self.proof(serial, appMark, environmentMark)] {
            bytes.append(contentsOf: Hexadecimal.text(number).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func status(of token: String, app: String, environment: APNsSimulatorEnvironment) -> TokenStatus {
        var numbers: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var count = 0
        for byte in token.utf8 {
            guard let nibble = Hexadecimal.value(byte) else { return .malformed }
            switch count >> 4 {
            case 0: numbers.0 = numbers.0 << 4 | UInt64(nibble)
            case 1: numbers.1 = numbers.1 << 4 | UInt64(nibble)
            case 2: numbers.2 = numbers.2 << 4 | UInt64(nibble)
            case 3: numbers.3 = numbers.3 << 4 | UInt64(nibble)
            default: break
            }
            count += 1
        }
        guard count.isMultiple(of: 2), (8...512).contains(count) else { return .malformed }
        guard count == 64, Self.proof(numbers.0, numbers.1, numbers.2) == numbers.3 else { return .unknown }
        guard numbers.2 == Self.mark(environment.rawValue, numbers.0) else { return .foreignEnvironment }
        return numbers.1 == Self.mark(app, numbers.0) ? .valid : .foreignApp
    }

    private static func proof(_ serial: UInt64, _ appMark: UInt64, _ environmentMark: UInt64) -> UInt64 {
        mark("peal", (serial &* 31 &+ appMark) &* 31 &+ environmentMark)
    }

    /// FNV-1a: this keeps tests honest, not attackers out.
    private static func mark(_ text: String, _ serial: UInt64) -> UInt64 {
        var hash = 0xcbf2_9ce4_8422_2325 ^ serial
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (hash ^ (hash >> 29)) &* 0xbf58_476d_1ce4_e5b9
    }
}
