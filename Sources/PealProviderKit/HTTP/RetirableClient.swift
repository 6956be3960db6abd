import AsyncHTTPClient
import Synchronization

/// A client that ends when it is retired and its last call is over.
final class RetirableClient: Sendable {
    private struct State {
        var calls = 0
        var isRetired = false
        var isShutDown = false
    }

    let transport: HTTPTransport
    private let shutDown: @Sendable () async -> Void
    private let state = Mutex(State())

    /// Wraps a way to carry requests, and how to end it.
    init(_ transport: HTTPTransport, shutDown: @escaping @Sendable () async -> Void) {
        self.transport = transport
        self.shutDown = shutDown
    }

    /// Takes over an HTTP client.
    convenience init(_ client: HTTPClient) {
        // Nothing is in flight then: only idle connections are closed, and there is nothing to do about one that will not.
        self.init(.client(client)) { try? await client.shutdown() }
    }

    /// Whether a call may begin; ``leave()`` ends it.
    func enter() -> Bool {
        state.withLock { state in
            guard !state.isRetired else { return false }
            state.calls += 1
            return true
        }
    }

    /// A call is over.
    func leave() async {
        await end { $0.calls -= 1 }
    }

    /// Takes no more calls.
    func retire() async {
        await end { $0.isRetired = true }
    }

    private func end(after change: @Sendable (inout State) -> Void) async {
        let isLast = state.withLock { state in
            change(&state)
            guard state.isRetired, state.calls == 0, !state.isShutDown else { return false }
            state.isShutDown = true
            return true
        }
        if isLast { await shutDown() }
    }
}
