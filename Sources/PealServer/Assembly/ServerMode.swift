import PealSQLite

/// How a server runs.
public enum ServerMode: Sendable {
    /// On the system's clock, with real providers.
    case production
    /// On a virtual clock that stands still, with simulated providers and test keys, on loopback.
    case sandbox

    /// Whether providers are simulated.
    public var isSandbox: Bool { self == .sandbox }

    var storeMode: SQLiteStore.Mode { isSandbox ? .sandbox : .production }
}
