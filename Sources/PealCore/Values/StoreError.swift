/// What a store could not do.
///
/// The code is open: a new one breaks no caller.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Names a failure.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The database is not usable: disk full, file damaged, no permission.
        public static let unavailable = Code(rawValue: "unavailable")
        /// Too much waits to be written; to be tried again in a moment.
        public static let overloaded = Code(rawValue: "overloaded")
        /// A row breaks a rule of the schema.
        public static let constraint = Code(rawValue: "constraint")
        /// What is to be written is of a user who was erased meanwhile.
        public static let erased = Code(rawValue: "erased")
        /// A stored value cannot be read back.
        public static let corrupt = Code(rawValue: "corrupt")
        /// There is no database where one has to be.
        public static let missing = Code(rawValue: "missing")
        /// The data directory belongs to another mode or another version.
        public static let incompatible = Code(rawValue: "incompatible")
    }

    /// The stable name.
    public var code: Code
    /// What happened, for the log.
    public var message: String
    /// What caused it.
    public var cause: (any Error)?

    /// Describes a failure.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Code, message and cause in one line.
    public var description: String {
        "store \(code.rawValue): \(message)" + (cause.map { " (\($0))" } ?? "")
    }
}
