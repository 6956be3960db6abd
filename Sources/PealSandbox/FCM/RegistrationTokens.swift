import PealCore

/// Registration tokens that carry their own proof: a simulator knows the tokens it gave out, millions of them and also
/// those of an earlier run, without keeping any.
struct RegistrationTokens: Sendable {
    enum TokenStatus: Equatable {
        /// No token at all.
        case malformed
        /// A token nobody gave out.
        case unknown
        /// Given out for this project.
        case valid
    }

    private static let mark = ":APA91b"

    /// Makes the token of a serial number.
    func issue(project: String, serial: UInt64) -> String {
        let number = Hexadecimal.text(serial)
        return "sim_" + number + Self.mark + Hexadecimal.text(Self.proof(project: project, number: number.utf8))
    }

    /// Makes the Firebase installation ID of a serial number: 22 characters of base64url.
    func issueInstallation(project: String, serial: UInt64) -> String {
        let front = "c" + Self.base64(serial, 11)
        return front + Self.base64(Self.proof(project: project, number: front.utf8), 10)
    }

    func status(of target: FCMTarget, project: String) -> TokenStatus {
        switch target {
        case .token(let text): status(of: text, project: project)
        case .installation(let text): status(ofInstallation: text, project: project)
        case .topic, .condition: .valid
        }
    }

    private func status(ofInstallation text: String, project: String) -> TokenStatus {
        guard text.utf8.count == 22 else { return .malformed }
        let proof = Self.base64(Self.proof(project: project, number: text.utf8.prefix(12)), 10)
        return text.utf8.dropFirst(12).elementsEqual(proof.utf8) ? .valid : .unknown
    }

    func status(of token: String, project: String) -> TokenStatus {
        guard (32...4096).contains(token.utf8.count), token.utf8.allSatisfy(Self.isTokenByte) else { return .malformed }
        let parts = token.utf8
        guard parts.count == 4 + 16 + Self.mark.utf8.count + 16 else { return .unknown }
        let number = parts.dropFirst(4).prefix(16)
        return token == "sim_" + String(decoding: number, as: UTF8.self) + Self.mark
            + Hexadecimal.text(Self.proof(project: project, number: number))
            ? .valid : .unknown
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: byte.isASCIIAlphanumeric
        }
    }

    /// FNV-1a: this keeps tests honest, not attackers out.
    private static func proof(project: String, number: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in project.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        for byte in number { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// The lowest bits, six a character.
    private static func base64(_ value: UInt64, _ length: Int) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let bytes = (0..<length).map { digits[Int((6 * $0 < 64 ? value >> UInt64(6 * $0) : 0) & 63)] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
