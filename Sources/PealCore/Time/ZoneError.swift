/// Why zone rules could not be read.
public struct ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the fault.
        public let rawValue: String

        /// Names a fault.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are no TZif file.
        public static let notTZif = Code(rawValue: "not-tzif")
        /// The bytes end too early, or go on after the end.
        public static let wrongLength = Code(rawValue: "wrong-length")
        /// The file is larger than any real zone.
        public static let tooLarge = Code(rawValue: "too-large")
        /// A count, an index or an offset is outside what RFC 9636 allows.
        public static let outOfRange = Code(rawValue: "out-of-range")
        /// The transitions are not in strictly ascending order.
        public static let unordered = Code(rawValue: "unordered")
        /// The file counts leap seconds, which Unix time does not.
        public static let leapSeconds = Code(rawValue: "leap-seconds")
        /// The rule for the years after the table is malformed.
        public static let badRule = Code(rawValue: "bad-rule")
    }

    /// What kind of fault it is.
    public let code: Code
    /// The fault in words.
    public let message: String

    /// Describes a fault.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
