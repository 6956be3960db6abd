import Crypto
import Foundation
public import PealCore

/// Makes and verifies the tokens with which hosted pages act for a user (ADR 0048).
///
/// Nothing is stored for a session, and a new root key ends all of them. `ps_`, then in base64 with the URL alphabet: the
/// instants of issue and end in milliseconds since 1970 (8 bytes each, big endian), app and user with a zero byte between
/// them, and the signature (HMAC-SHA-256, 32 bytes).
public struct PageSessions: Sendable {
    /// What every token begins with, so that it is told from a JWT.
    public static let prefix = "ps_"
    private static let signatureBytes = 32
    private static let longest = 1024

    /// Who a token speaks for.
    public struct Session: Sendable, Equatable {
        /// The app.
        public var app: AppID
        /// The user.
        public var user: UserID
        /// When the session began.
        public var issuedAt: Timestamp
        /// The instant from which on the token is worth nothing.
        public var expiresAt: Timestamp

        /// Names all parts.
        public init(app: AppID, user: UserID, issuedAt: Timestamp, expiresAt: Timestamp) {
            self.app = app
            self.user = user
            self.issuedAt = issuedAt
            self.expiresAt = expiresAt
        }
    }

    private let key: SymmetricKey

    /// Derives the key from the installation's root key (HKDF-SHA-256).
    public init(_ root: RootKey) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: root.key,
            info: Data("page-session".utf8),
            outputByteCount: 32
        )
    }

    /// The token of a session.
    public func token(_ session: Session) -> String {
        let names = Data("\(session.app)\0\(session.user)".utf8)
        let head = Self.bytes(session.issuedAt) + Self.bytes(session.expiresAt) + names
        let token = head + Data(HMAC<SHA256>.authenticationCode(for: head, using: key))
        return Self.prefix + Base64URL.encode(token)
    }

    /// Verifies a token.
    /// - Returns: the session; `nil` for a text that is no valid token, or for a token that has expired.
    public func verify(_ text: String, now: Timestamp) -> Session? {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.longest else { return nil }
        // Strict: the last character may have bits that no byte has, and one token has one text.
        guard let bytes = Base64URL.decode(text.dropFirst(Self.prefix.count)), bytes.count > 16 + Self.signatureBytes
        else { return nil }
        let token = Data(bytes)
        let head = token.dropLast(Self.signatureBytes)
        guard
            HMAC<SHA256>.isValidAuthenticationCode(token.suffix(Self.signatureBytes), authenticating: head, using: key)
        else { return nil }
        let names = head.dropFirst(16).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard names.count == 2 else { return nil }
        let session = Session(
            app: AppID(String(decoding: names[0], as: UTF8.self)),
            user: UserID(String(decoding: names[1], as: UTF8.self)),
            issuedAt: Self.instant(head.prefix(8)),
            expiresAt: Self.instant(head.dropFirst(8).prefix(8))
        )
        return now < session.expiresAt ? session : nil
    }

    private static func bytes(_ instant: Timestamp) -> Data {
        withUnsafeBytes(of: instant.milliseconds.bigEndian) { Data($0) }
    }

    private static func instant(_ bytes: Data) -> Timestamp {
        Timestamp(milliseconds: bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) })
    }
}
