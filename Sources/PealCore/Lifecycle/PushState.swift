/// What has become of a notification's push.
public enum PushState: Sendable, Hashable, CaseIterable {
    /// It has deliveries, which are sent and retried.
    case sending
    /// Some of its deliveries were handed out; none is retried.
    case stopped
    /// It is decided again at a later instant.
    case held
    /// It waits in a digest window.
    case digested
    /// Another notification's push stands for it: the digest or the summary that it is part of.
    case represented
    /// It is not sent.
    case suppressed

    /// The state that the result of a decision is.
    public init(_ result: PushResult) {
        self =
            switch result {
            case .send: .sending
            case .hold: .held
            case .digest: .digested
            case .suppress(.digested), .suppress(.summarised): .represented
            case .suppress: .suppressed
            }
    }
}
