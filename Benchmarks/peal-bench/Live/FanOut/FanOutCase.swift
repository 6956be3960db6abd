/// Who receives what.
enum FanOutCase: String, CaseIterable, Sendable {
    /// One event of one user, who has all the connections.
    case shared = "1 event, 1 user"
    /// One event for many users, each with a connection: a row is stored for each of them.
    case audience = "1 event, many users"
    /// Each client is a user with an event of its own.
    case own = "an event each"

    /// Whether all clients are one user.
    var isOneUser: Bool { self == .shared }
}
