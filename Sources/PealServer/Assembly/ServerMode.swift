import PealSQLite

/// How a server runs.
public enum ServerMode: Sendable {
    /// On the system's clock, with real providers.
    case production
    /// On a virtual clock that stands still, with simulated providers and test keys, on loopback.
    case sandbox
    /// As the sandbox, with a clock that flows, users, phones and a page to try it all.
    case demo

    /// Whether providers are simulated.
    public var isSandbox: Bool {
        switch self {
        case .production: false
        case .sandbox, .demo: true
        }
    }

    var storeMode: SQLiteStore.Mode { isSandbox ? .sandbox : .production }
}
