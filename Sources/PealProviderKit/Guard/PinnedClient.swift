import AsyncHTTPClient

/// An HTTP client that can reach one checked address alone; it ends when it is retired and its last call is over.
final class PinnedClient: Sendable {
    let address: IPAddress
    private let client: RetirableClient

    /// Takes over a client whose every connection goes to the address.
    init(_ client: HTTPClient, address: IPAddress) {
        self.client = RetirableClient(client)
        self.address = address
    }

    var transport: HTTPTransport { client.transport }

    /// Whether a call may begin; ``leave()`` ends it.
    func enter() -> Bool { client.enter() }

    /// A call is over.
    func leave() async { await client.leave() }

    /// Takes no more calls.
    func retire() async { await client.retire() }
}
