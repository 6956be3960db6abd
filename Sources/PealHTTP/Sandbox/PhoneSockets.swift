import PealCore
import PealRealtime
import PealWire

/// Live connections of apps that stand in for virtual phones: an emulator without a push service gets what the phone gets.
struct PhoneSockets: Sendable {
    let hub: StreamHub
    let phones: SandboxControl.Phones
    let live: LiveServices
    private let outboxes = LoopOutboxes()
    /// An app follows its phone for as long as it likes.
    private static let longest: Duration = .seconds(10 * 365 * 86_400)

    func socket(_ call: IncomingCall) async throws -> APIResponse {
        let query = call.query
        let since = query.integer("since", in: 0...Int(Int32.max)) ?? 0
        try query.finish()
        let id = call.parameter("phoneId")
        guard let owner = try await phones.owner(id) else { throw Problem(.notFound, "unknown phone") }
        let headers = try SocketHandshake.answer(call.headers)
        let subscription = try open(owner)
        let link = LiveLink(
            subscription: subscription,
            isSocket: true,
            messageBytes: hub.messageBytes,
            outboxes: outboxes
        )
        let connection = LiveConnection(link: link) { [phones, live] _ in
            let output = SocketOutput(link: link)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await phones.follow(id, UInt64(since)) { try await output.write([.answer($0)]) }
                }
                group.addTask { try await Self.keep(subscription, output, live) }
                // The one that ends first ends the other.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        var answer = APIResponse(status: 101, content: .live(connection), contentType: "")
        answer.headers = headers
        return answer
    }

    /// Pings until either side ends the connection.
    @concurrent private static func keep(
        _ subscription: StreamSubscription,
        _ output: SocketOutput,
        _ live: LiveServices
    ) async throws {
        while true {
            let wake = await subscription.next()
            if let end = wake.end { return try await output.write([.end(end, retry: live.retry(after: end))]) }
            if wake.isPingDue { try await output.write([.ping(cursor: nil)]) }
        }
    }

    private func open(_ owner: SandboxControl.PhoneOwner) throws(Problem) -> StreamSubscription {
        do throws(StreamRefusal) {
            return try hub.open(
                StreamClient(app: owner.app, user: owner.user, expiresAt: owner.now + Self.longest)
            )
        } catch {
            throw Problem(.overloaded, "the server is stopping, or its user has too many connections", retryAfter: 5)
        }
    }
}
