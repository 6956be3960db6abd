/// Why bytes are not a JSON text that is accepted here.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// Where, in bytes from the start.
    public let offset: Int

    /// Describes a fault.
    public init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    /// Both in one line.
    public var description: String { "\(message) at byte \(offset)" }
}
