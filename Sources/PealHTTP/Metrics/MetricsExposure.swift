/// Who may read `/metrics` at the public listener.
public enum MetricsExposure: Sendable {
    /// Everybody: in a sandbox.
    case everyone
    /// Callers on this machine that come without a proxy.
    case local
    /// Nobody: it has a listener of its own.
    case elsewhere
}
