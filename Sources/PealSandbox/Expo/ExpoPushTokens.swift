import PealCore

/// Push tokens that carry their own proof and their project: a simulator knows the tokens it gave out, millions of them
/// and also those of an earlier run, without keeping any.
enum ExpoPushTokens {
    enum TokenStatus: Equatable {
        /// No push token at all.
        case malformed
        /// A token nobody gave out.
        case unknown
        /// Given out for the project of this mark.
        case valid(project: String)
    }

    private static let opening = "ExponentPushToken["
    private static let oldOpening = "ExpoPushToken["
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// What stands for a project in its tokens.
    static func mark(of project: String) -> String { text(hash(project.utf8), 6) }

    /// Makes the token of a serial number: 22 characters in brackets, as Expo's are.
    static func issue(project: String, serial: UInt64) -> String {
        let front = mark(of: project) + text(serial, 11)
        return opening + front + text(hash(front.utf8), 5) + "]"
    }

    static func status(of token: String) -> TokenStatus {
        // Old tokens have the form of a UUID; none is given out here.
        if isBare(token) { return .unknown }
        guard token.hasSuffix("]"), token.utf8.count <= 256,
            let start = [opening, oldOpening].first(where: { token.hasPrefix($0) })
        else { return .malformed }
        let inner = token.utf8.dropFirst(start.utf8.count).dropLast()
        guard !inner.isEmpty else { return .malformed }
        guard inner.count == 22 else { return .unknown }
        let front = inner.prefix(17)
        guard inner.suffix(5).elementsEqual(text(hash(front), 5).utf8) else { return .unknown }
        return .valid(project: String(decoding: front.prefix(6), as: UTF8.self))
    }

    private static func isBare(_ token: String) -> Bool {
        let parts = token.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { part in
                part.allSatisfy { $0.isASCIIAlphanumeric }
            }
    }

    /// FNV-1a: this keeps tests honest, not attackers out.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash ^ (hash >> 32)
    }

    private static func text(_ value: UInt64, _ length: Int) -> String {
        var rest = value
        var text: [UInt8] = []
        for _ in 0..<length {
            text.append(digits[Int(rest & 63)])
            rest >>= 6
        }
        return String(decoding: text, as: UTF8.self)
    }
}
