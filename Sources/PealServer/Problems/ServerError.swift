/// Why the server cannot start or continue, with how to fix it.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Sendable {
        case configuration, catalogs, data, port, keys
    }

    /// The stable name.
    public var code: Code
    /// What is wrong and how to fix it.
    public var message: String

    /// Describes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
