/// Who receives what.
enum FanOutCase: String, CaseIterable, Sendable {
    /// One event goes to all clients.
    case shared = "1 event to all"
    /// Each client has an event of its own.
    case own = "an event each"
}
