import Logging
import PealCore
import PealProviderKit
import PealSQL
import Synchronization

@testable import PealEngine

/// The webhooks of a pipeline's app, with receivers that are scripted by URL.
struct WebhookWorld: Sendable {
    let world: PipelineWorld
    let engine: Engine
    let sent = SentCalls()

    /// What was sent so far, in order.
    final class SentCalls: Sendable {
        private let calls = Mutex<[HTTPCall]>([])

        var all: [HTTPCall] { calls.withLock { $0 } }
        func add(_ call: HTTPCall) { calls.withLock { $0.append(call) } }
    }

    init(_ world: PipelineWorld, answer: @escaping @Sendable (HTTPCall) async -> HTTPResult) {
        self.world = world
        var ports = world.engine.ports
        ports.webhooks = WebhookClient(
            rules: .publicHosts,
            transport: HTTPTransport { [sent] call in
                sent.add(call)
                return await answer(call)
            }
        )
        engine = Engine(ports: ports)
    }

    /// The identifiers of what was sent, in order.
    var ids: [String] { sent.all.map { call in call.headers.first { $0.name == "webhook-id" }?.value ?? "" } }

    /// Adds a webhook.
    @discardableResult
    func add(_ url: String = "https://shop.example/hook") async throws -> WebhookStatus {
        try await engine.webhooks.add(url: url, types: [], app: "shop").0
    }

    /// Queues a message for each webhook, as if a delivery had ended.
    func message() async throws {
        for status in try await engine.webhooks.list(app: "shop") {
            let message = WebhookMessage(
                id: world.engine.ports.ids.make(),
                webhook: status.webhook.id,
                type: .deliveryFailed,
                user: nil,
                at: world.clock.now,
                queuedAt: world.clock.now,
                payload: Array("{}".utf8)
            )
            let change = WebhookChange.queue([message], of: status.webhook.id, backlog: 9, at: world.clock.now)
            _ = try await world.store.apply([ChangeGroup(app: "shop", [.webhook(change)])])
        }
    }

    /// A sender on a store.
    func sender(on store: any WebhookPorts) -> WebhookSender {
        WebhookSender(
            store: store,
            encryption: PayloadEncryption(keyring: world.keyring),
            transport: engine.ports.webhooks.transport,
            clock: world.clock,
            random: { 0 },
            writes: OutcomeWriting(clock: world.clock, metrics: world.metrics, logger: Logger(label: "test")),
            logger: Logger(label: "test")
        )
    }

    /// The messages of the only webhook.
    func log() async throws -> [WebhookMessage] {
        guard let id = try await engine.webhooks.list(app: "shop").first?.webhook.id else { return [] }
        let page = PageRequest(limit: 99)
        return try await engine.webhooks.messages(of: id, app: "shop", in: nil, page: page)?.items ?? []
    }
}
