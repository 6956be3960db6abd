/// Writes to one client for the hub, while the task of its connection waits.
public protocol StreamSink: Sendable {
    /// Whether the client takes what it is sent.
    var isReady: Bool { get }

    /// Sends news after everything that was sent before; it returns immediately and calls nothing of the hub.
    func send(_ news: any StreamNews)
}

/// What a round means to the clients of its topic: made once, sent to each.
public protocol StreamNews: AnyObject, Sendable {}
