/// Why a connection or a channel is not opened.
public struct StreamRefusal: Error, Sendable, Equatable {
    /// What stands in the way.
    public enum Code: String, Sendable {
        /// The user has as many connections as allowed.
        case connections = "too-many-connections"
        /// The connection has as many channels as allowed.
        case channels = "too-many-channels"
        /// The server is about to stop.
        case stopping
    }

    /// What stands in the way.
    public var code: Code
    /// The bound that is reached; 0 where there is none.
    public var limit: Int

    init(_ code: Code, limit: Int = 0) {
        self.code = code
        self.limit = limit
    }
}
