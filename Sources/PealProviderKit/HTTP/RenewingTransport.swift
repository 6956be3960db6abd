public import AsyncHTTPClient
import Synchronization

/// Carries requests through a client that is replaced when a service is silent on its connections.
public final class RenewingTransport: Sendable {
    private struct State {
        var client: RetirableClient
        var isShutDown = false
    }

    private let make: @Sendable () -> RetirableClient
    private let state: Mutex<State>
    private let count = AnswerCount()

    /// Makes the first client; ``shutDown()`` must end the last one.
    /// - Parameter make: makes a client; see ``HTTPTransport/client(_:)`` for what it needs.
    public convenience init(_ make: @escaping @Sendable () -> HTTPClient) {
        self.init(making: { RetirableClient(make()) })
    }

    init(making make: @escaping @Sendable () -> RetirableClient) {
        self.make = make
        state = Mutex(State(client: make()))
    }

    /// The transport as a provider sees it.
    public var transport: HTTPTransport { HTTPTransport { call in await self.send(call) } }

    private func send(_ call: HTTPCall) async -> HTTPResult {
        let origin = Self.origin(of: call.url)
        let before = count.answers(of: origin)
        let client = state.withLock { $0.client }
        // A client that was replaced between both lines is asked for again.
        guard client.enter() else {
            return state.withLock { $0.isShutDown } ? .notSent(reason: "shut-down") : await send(call)
        }
        let result = await client.transport.send(call)
        if count.isSilent(after: result, from: origin, before: before) { await replace(client) }
        await client.leave()
        return result
    }

    /// Ends the client when its calls are over; later calls are not sent.
    public func shutDown() async {
        let last = state.withLock { state in
            state.isShutDown = true
            return state.client
        }
        await last.retire()
    }

    /// Many calls may time out together: the first one replaces.
    private func replace(_ silent: RetirableClient) async {
        let isReplaced = state.withLock { state in
            guard state.client === silent, !state.isShutDown else { return false }
            state.client = make()
            return true
        }
        if isReplaced { await silent.retire() }
    }

    private static func origin(of url: String) -> String {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8) else {
            return url
        }
        let host = url.utf8[colon...].dropFirst(3)
        return String(url[..<(host.firstIndex { "/?#".utf8.contains($0) } ?? url.endIndex)])
    }
}
