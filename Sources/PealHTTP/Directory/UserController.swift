import PealCore
import PealEngine
import PealWire

/// The backend's users: upsert, read, sign out, erase, export.
struct UserController: Sendable {
    let users: Users
    let export: UserExport

    var endpoints: [Endpoint] {
        [
            Endpoint(.putUser, use: put), Endpoint(.putUsers, use: putMany), Endpoint(.patchUser, use: patch),
            Endpoint(.getUser, use: get),
            Endpoint(.eraseUser, use: erase),
            Endpoint(.exportUser, use: everything), Endpoint(.revokeTokens, use: revokeTokens),
        ]
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let name = try UserName.checked(request.parameter("userId"))
        let body = try request.read(UserBody.self)
        let (stored, created) = try await users.put(UserID(name), body.details, app: request.app)
        return .json(status: created ? 201 : 200) { stored.write(to: &$0) }
    }

    private func putMany(_ request: APIRequest) async throws -> APIResponse {
        let bulk = UserBulk(try UserBulkBody.read(request.call.body, rules: request.call.rules))
        let readable = bulk.users
        let created = readable.isEmpty ? [] : try await users.put(readable, app: request.app)
        return bulk.answer(created)
    }

    private func patch(_ request: APIRequest) async throws -> APIResponse {
        let patch = try request.read(MergePatchBody.self)
        let id = UserID(request.parameter("userId"))
        let stored = try await users.patch(id, app: request.app) { user in
            let json = try JSONParser.parse(JSONWriter.bytes { user.write(to: &$0) })
            let body: UserBody = try patch.merged(into: json, rules: request.call.rules)
            return body.details
        }
        guard let stored else { throw Problem(.notFound, "unknown user") }
        return .json { stored.write(to: &$0) }
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        guard let user = try await users.record(of: UserID(request.parameter("userId")), app: request.app) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { user.write(to: &$0) }
    }

    private func erase(_ request: APIRequest) async throws -> APIResponse {
        let id = UserID(request.parameter("userId"))
        guard let (report, instant) = try await users.erase(id, app: request.app) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { report.write(to: &$0, user: id, at: instant) }
    }

    private func revokeTokens(_ request: APIRequest) async throws -> APIResponse {
        let id = UserID(request.parameter("userId"))
        guard let instant = try await users.revokeTokens(of: id, app: request.app) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { writer in
            writer.object { writer in
                writer.member("user", id.rawValue)
                writer.member("tokensRevokedAt", instant)
            }
        }
    }

    private func everything(_ request: APIRequest) async throws -> APIResponse {
        let (user, app) = (UserID(request.parameter("userId")), request.app)
        guard let head = try await export.head(of: user, app: app) else { throw Problem(.notFound, "unknown user") }
        let first = try await export.notifications(of: user, app: app, after: nil)
        return .json(
            chunks: head.chunks(first: first) { [export] cursor in
                try await export.notifications(of: user, app: app, after: cursor)
            }
        )
    }
}

extension UserBody {
    var details: UserDetails {
        UserDetails(name: name, locale: locale, timeZone: timeZone, roles: roles, attributes: attributes)
    }
}
