/// Something a simulator was asked for and cannot do.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Sendable {
        /// It takes no requests at the moment.
        case notReady = "not-ready"
        /// The name of an app or project cannot be one.
        case invalidName = "invalid-name"
        /// There are too many apps or projects.
        case limitReached = "limit-reached"
        /// No key could be made, or the one given is none.
        case invalidKey = "invalid-key"
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
