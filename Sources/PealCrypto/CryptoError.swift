/// What sealing or opening could not do.
public struct CryptoError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Sendable {
        /// A key is not of the right form.
        case badKey = "bad-key"
        /// No key of that app or version is installed.
        case unknownKey = "unknown-key"
        /// The sealed bytes were changed, or belong elsewhere.
        case notAuthentic = "not-authentic"
    }

    /// The stable name.
    public var code: Code
    /// What happened, for the log; never key material.
    public var message: String

    /// Describes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Name and message.
    public var description: String { "\(code.rawValue): \(message)" }
}
