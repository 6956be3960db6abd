import AsyncHTTPClient
import Synchronization

/// An HTTP client that can reach one checked address alone; it ends when it is retired and its last call is over.
final class PinnedClient: Sendable {
    private struct State {
        var calls = 0
        var isRetired = false
        var isShutDown = false
    }

    let address: IPAddress
    private let client: HTTPClient
    private let state = Mutex(State())

    /// Takes over a client whose every connection goes to the address.
    init(_ client: HTTPClient, address: IPAddress) {
        self.client = client
        self.address = address
    }

    var transport: HTTPTransport { .client(client) }

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
        await shutDown { $0.calls -= 1 }
    }

    /// Takes no more calls.
    func retire() async {
        await shutDown { $0.isRetired = true }
    }

    private func shutDown(after change: @Sendable (inout State) -> Void) async {
        let isLast = state.withLock { state in
            change(&state)
            guard state.isRetired, state.calls == 0, !state.isShutDown else { return false }
            state.isShutDown = true
            return true
        }
        // Nothing is in flight: only idle connections are closed, and there is nothing to do about one that will not.
        if isLast { try? await client.shutdown() }
    }
}
