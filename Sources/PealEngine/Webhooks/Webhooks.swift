public import PealCore
public import PealCrypto
import PealProviderKit
public import PealStore

/// The ports that webhooks work with.
public typealias WebhookPorts = WebhookStore & ChangeStore

/// Puts, shows and deletes the webhooks of an app, and sends messages again.
public struct Webhooks: Sendable {
    /// How long the secrets before the newest sign as well.
    static let rotation = Duration.seconds(86_400)
    /// Secrets of a webhook at most.
    private static let secretLimit = 3
    /// Messages that are asked for again in one transaction.
    private static let resendStep = 200

    private let store: any WebhookPorts
    private let rules: EndpointRules
    private let encryption: PayloadEncryption
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp

    init(
        store: any WebhookPorts,
        rules: EndpointRules,
        encryption: PayloadEncryption,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.rules = rules
        self.encryption = encryption
        self.ids = ids
        self.now = now
    }

    /// The webhooks of an app, the oldest first.
    public func list(app: AppID) async throws -> [WebhookStatus] { try await store.webhooks(of: app) }

    /// One webhook; `nil` when the app has none by that identifier.
    public func find(_ id: WebhookID, app: AppID) async throws -> WebhookStatus? {
        try await list(app: app).first { $0.webhook.id == id }
    }

    /// Adds a webhook.
    /// - Parameters:
    ///   - url: where to.
    ///   - types: what it receives; empty is everything.
    ///   - app: the app.
    /// - Returns: the webhook, and its secret, which is never shown again.
    /// - Throws: ``WebhookProblem``, ``StoreError``.
    public func add(url: String, types: Set<WebhookType>, app: AppID) async throws -> (WebhookStatus, WebhookSecret) {
        try check(url)
        let (secret, id) = (WebhookSecret.generate(), ids.make() as WebhookID)
        let webhook = Webhook(
            id: id,
            url: url,
            types: types,
            sealedSecrets: try encryption.seal([secret], of: id, app: app),
            createdAt: now()
        )
        try await store.applyPlanned(to: app) { _ in
            let known = try await list(app: app)
            guard !known.contains(where: { $0.webhook.url == url }) else { throw WebhookProblem.taken }
            guard known.count < Webhook.limit else { throw WebhookProblem.tooMany }
            return ([.webhook(.add(webhook, below: Webhook.limit))], ())
        }
        return (WebhookStatus(app: app, webhook: webhook, dueAt: nil, dropped: 0, droppedAt: nil), secret)
    }

    /// Changes a webhook; `nil` when there is none.
    ///
    /// One that is enabled again begins without failures.
    /// - Throws: ``WebhookProblem``, ``StoreError``.
    public func change(_ id: WebhookID, _ update: WebhookUpdate, app: AppID) async throws -> WebhookStatus? {
        if let url = update.url { try check(url) }
        return try await change(id, app: app) { webhook, others in
            if let url = update.url, url != webhook.url {
                guard !others.contains(where: { $0.url == url }) else { throw WebhookProblem.taken }
                webhook.url = url
                webhook.failures = nil
            }
            if let types = update.types { webhook.types = types }
            switch update.isEnabled {
            case true? where webhook.disabled != nil:
                (webhook.disabled, webhook.failures, webhook.activeSince) = (nil, nil, now())
            case false? where webhook.disabled == nil: webhook.disabled = Webhook.Disabling(.requested, at: now())
            default: break
            }
        }
    }

    /// Gives a webhook another secret; those before it sign for a day more.
    /// - Returns: the webhook and the secret; `nil` when there is no such webhook.
    /// - Throws: ``StoreError``, ``CryptoError``.
    public func rotate(_ id: WebhookID, app: AppID) async throws -> (WebhookStatus, WebhookSecret)? {
        let secret = WebhookSecret.generate()
        let changed = try await change(id, app: app) { webhook, _ in
            let known = try encryption.secrets(of: webhook, app: app, at: now())
            webhook.sealedSecrets = try encryption.seal(
                Array(([secret] + known).prefix(Self.secretLimit)),
                of: id,
                app: app
            )
            webhook.rotatesUntil = now() + Self.rotation
        }
        return changed.map { ($0, secret) }
    }

    /// Deletes a webhook with all that waits for it; whether there was one.
    public func remove(_ id: WebhookID, app: AppID) async throws -> Bool {
        try await store.applies([.webhook(.remove(id))], to: app)
    }

    /// The messages of a webhook, the latest first; `nil` when there is no such webhook.
    public func messages(of id: WebhookID, app: AppID, in state: WebhookMessage.State?, page: PageRequest) async throws
        -> Page<WebhookMessage>?
    {
        guard try await find(id, app: app) != nil else { return nil }
        return try await store.messages(of: id, app: app, in: state, page: page)
    }

    /// Sends messages again, with the identifiers that they had.
    /// - Parameters:
    ///   - id: the webhook.
    ///   - since: those of events from then on; `nil` is all that are kept.
    ///   - isFailedOnly: whether only those that were not delivered.
    ///   - app: the app.
    /// - Returns: how many; `nil` when there is no such webhook.
    /// - Throws: ``StoreError``.
    public func replay(_ id: WebhookID, since: Timestamp?, isFailedOnly: Bool, app: AppID) async throws -> Int? {
        guard try await find(id, app: app) != nil else { return nil }
        var (count, page) = (0, PageRequest(limit: Self.resendStep))
        while true {
            let found = try await store.messages(of: id, app: app, in: isFailedOnly ? .failed : nil, page: page)
            let wanted = found.items.filter { message in
                message.state != .waiting && since.map { message.at >= $0 } ?? true
            }
            if !wanted.isEmpty {
                _ = try await store.applies([.webhook(.resend(wanted.map(\.id), of: id, at: now()))], to: app)
                count += wanted.count
            }
            guard let next = found.next else { return count }
            page.after = next
        }
    }

    /// How many messages wait for a webhook.
    public func waiting(_ id: WebhookID, app: AppID) async throws -> Int {
        try await store.waitingMessages(of: id, app: app, limit: WebhookMessage.backlog)
    }

    private func change(
        _ id: WebhookID,
        app: AppID,
        _ body: (inout Webhook, [Webhook]) throws -> Void
    ) async throws -> WebhookStatus? {
        try await store.applyPlanned(to: app) { _ in
            let known = try await list(app: app)
            guard var status = known.first(where: { $0.webhook.id == id }) else { return ([], nil) }
            let old = status.webhook
            try body(&status.webhook, known.map(\.webhook).filter { $0.id != id })
            guard status.webhook != old else { return ([], status) }
            return ([.webhook(.replace(status.webhook, from: old))], status)
        }
    }

    private func check(_ url: String) throws(WebhookProblem) {
        do throws(EndpointProblem) {
            _ = try rules.check(url)
        } catch {
            throw .url(error.text)
        }
    }
}
