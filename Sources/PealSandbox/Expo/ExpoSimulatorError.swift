/// Something the simulator was asked for and cannot do.
public struct ExpoSimulatorError: Error, Sendable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Sendable {
        /// The project's name cannot be one.
        case invalidProject = "invalid-project"
        /// There are too many projects.
        case limitReached = "limit-reached"
    }

    /// What kind of error it is.
    public let code: Code
    /// What is wrong.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message.
    public var description: String { "\(code.rawValue): \(message)" }
}
