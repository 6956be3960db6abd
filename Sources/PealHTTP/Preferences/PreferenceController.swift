import HTTPTypes
import PealCore
import PealEngine
import PealWire

/// Users' preferences and mutes.
struct PreferenceController: Sendable {
    let preferences: PreferenceCenter
    let userFinder: UserFinder
    let catalogs: CatalogRegistry

    var endpoints: [Endpoint] {
        [
            Endpoint(.getPreferences, use: get), Endpoint(.putPreferences, use: put),
            Endpoint(.patchCategory, use: patchCategory), Endpoint(.resetPreferences, use: reset),
            Endpoint(.putMute, use: mute), Endpoint(.deleteMute, use: unmute),
        ]
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        try Self.answer(try await preferences.view(of: try await userFinder.user(request), app: request.app))
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let catalog = catalogs.inForce(request.app)
        let reading = try request.reading(PreferencesBody.self)
        var change = reading.body.change(catalog)
        if !request.caller.isBackend {
            // A client may know categories of another catalog version.
            change.categories = change.categories.filter { catalog?.category(key: $0.key)?.adjustable == true }
        }
        return try await update(change, user: user, request, ignored: request.ignored(reading))
    }

    private func patchCategory(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let reading = try request.reading(CategoryPreferenceBody.self)
        let body = reading.body
        let category = catalogs.inForce(request.app)?.category(called: request.parameter("key"))
        guard let category, category.adjustable else { throw Problem(.notFound, "unknown category") }
        let key = category.key
        let change = PreferenceChange(
            categories: [key: .init(enabled: body.enabled, channels: body.channels)],
            at: body.updatedAt
        )
        return try await update(
            change,
            user: user,
            request,
            ignored: request.ignored(reading),
            prefix: "/categories/\(JSONPointer.escape(key))"
        )
    }

    private func reset(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let reading = try request.call.readingFilter(PreferenceResetBody.self)
        let view = try await preferences.reset(
            of: user,
            app: request.app,
            at: reading.body.updatedAt,
            clientTime: request.clientTime
        )
        return try Self.answer(view, ignored: request.ignored(reading))
    }

    private func mute(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let body = try request.read(MuteBody.self)
        let scope: Mute.Scope
        switch body.scope {
        case .all: scope = .all
        case .thread(let thread): scope = .thread(thread)
        case .category(let key):
            guard let category = catalogs.inForce(request.app)?.category(called: key) else {
                throw Problem.invalid("unknown category", at: "/id")
            }
            scope = .category(category.id)
        }
        do {
            let mute = try await preferences.mute(scope, for: body.duration, user: user, app: request.app)
            return .json { mute.write(to: &$0) }
        } catch let problem as MuteLimitReached {
            // No waiting makes room, so it is not a 429, which clients repeat.
            throw Problem(
                .limitReached,
                "a user can have at most \(problem.limit) mutes; delete one first",
                status: 422,
                limit: "mutes"
            )
        }
    }

    private func unmute(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        guard try await preferences.unmute(try request.id("id"), user: user, app: request.app) else {
            throw Problem(.notFound, "unknown mute")
        }
        return .noContent
    }

    private func update(
        _ change: PreferenceChange,
        user: UserID,
        _ request: APIRequest,
        ignored: [IgnoredHint],
        prefix: String = ""
    ) async throws -> APIResponse {
        do {
            let view = try await preferences.update(
                change,
                of: user,
                app: request.app,
                clientTime: request.clientTime
            )
            return try Self.answer(view, ignored: ignored)
        } catch let problem as PreferenceProblem {
            throw Problem(problem, without: prefix)
        }
    }

    private static func answer(
        _ view: PreferenceView?,
        ignored: [IgnoredHint] = []
    ) throws(Problem) -> APIResponse {
        guard let view else { throw Problem(.notFound, "unknown user") }
        var answer = APIResponse.json { view.write(to: &$0, ignored: ignored) }
        answer.headers[.eTag] = view.tag.text
        answer.ignored = ignored
        return answer
    }
}
