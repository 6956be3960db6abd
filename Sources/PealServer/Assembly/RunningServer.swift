public import PealCore

/// A server that serves: where, and for sandboxes what can be done with it.
public struct RunningServer: Sendable {
    /// Where it listens, for example `http://127.0.0.1:8080`.
    public var url: String
    /// The port it listens on.
    public var port: Int
    /// The apps it serves.
    public var apps: [AppID]
    /// Where it serves `/metrics`, when that is elsewhere, for example `http://127.0.0.1:9100`.
    public var adminURL: String?
}
