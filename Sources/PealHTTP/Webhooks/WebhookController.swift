import PealCore
import PealCrypto
import PealEngine
import PealWire

/// Where backends receive events.
struct WebhookController: Sendable {
    let webhooks: Webhooks

    var endpoints: [Endpoint] {
        [
            Endpoint(.listWebhooks, use: list), Endpoint(.addWebhook, use: add), Endpoint(.getWebhook, use: get),
            Endpoint(.patchWebhook, use: change), Endpoint(.deleteWebhook, use: delete),
            Endpoint(.rotateWebhook, use: rotate), Endpoint(.replayWebhook, use: replay),
            Endpoint(.listWebhookMessages, use: messages),
        ]
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        var found: [(status: WebhookStatus, waiting: Int)] = []
        for status in try await webhooks.list(app: request.app) {
            found.append((status, try await webhooks.waiting(status.webhook.id, app: request.app)))
        }
        return .json { writer in
            writer.object { writer in
                writer.array("items", found) { $1.status.write(to: &$0, waiting: $1.waiting) }
            }
        }
    }

    private func add(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(WebhookBody.self)
        let (status, secret) = try await Self.checked {
            try await webhooks.add(url: body.url, types: body.types, app: request.app)
        }
        return .json(status: 201) { status.write(to: &$0, waiting: 0, secret: secret) }
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        guard let status = try await webhooks.find(request.id("id"), app: request.app) else { throw Self.unknown }
        return try await answer(status, request)
    }

    private func change(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(WebhookPatchBody.self)
        let update = WebhookUpdate(url: body.url, types: body.types, isEnabled: body.isEnabled)
        let id: WebhookID = try request.id("id")
        guard let status = try await Self.checked({ try await webhooks.change(id, update, app: request.app) }) else {
            throw Self.unknown
        }
        return try await answer(status, request)
    }

    private func delete(_ request: APIRequest) async throws -> APIResponse {
        guard try await webhooks.remove(request.id("id"), app: request.app) else { throw Self.unknown }
        return .noContent
    }

    private func rotate(_ request: APIRequest) async throws -> APIResponse {
        guard let (status, secret) = try await webhooks.rotate(request.id("id"), app: request.app) else {
            throw Self.unknown
        }
        return try await answer(status, request, secret)
    }

    private func replay(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(WebhookReplayBody.self)
        let count = try await webhooks.replay(
            request.id("id"),
            since: body.since,
            isFailedOnly: body.isFailedOnly,
            app: request.app
        )
        guard let count else { throw Self.unknown }
        return .json(status: 202) { writer in writer.object { $0.member("messages", count) } }
    }

    private func messages(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let state = query.word("status", WebhookMessage.State.self)
        let page = try request.page(query)
        try query.finish()
        guard let found = try await webhooks.messages(of: request.id("id"), app: request.app, in: state, page: page)
        else { throw Self.unknown }
        let next = try request.cursor(found.next)
        return .json { $0.page(found.items, next: next) { $1.write(to: &$0) } }
    }

    private func answer(_ status: WebhookStatus, _ request: APIRequest, _ secret: WebhookSecret? = nil) async throws
        -> APIResponse
    {
        let waiting = try await webhooks.waiting(status.webhook.id, app: request.app)
        return .json { status.write(to: &$0, waiting: waiting, secret: secret) }
    }

    private static let unknown = Problem(.notFound, "unknown webhook")

    /// Runs a use case, and says in a problem's words why it refuses.
    private static func checked<Value>(_ run: () async throws -> Value) async throws -> Value {
        do {
            return try await run()
        } catch let problem as WebhookProblem {
            switch problem {
            case .url(let why): throw Problem.invalid(why, at: "/url")
            case .taken: throw Problem.invalid("is the URL of another webhook of this app", at: "/url")
            case .tooMany:
                throw Problem(
                    .limitReached,
                    "an app can have at most \(Webhook.limit) webhooks; delete one first",
                    status: 422,
                    limit: "webhooks"
                )
            }
        }
    }
}
