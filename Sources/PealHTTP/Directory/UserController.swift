import HTTPTypes
import PealCore
import PealEngine
import PealStore
import PealWire

/// The backend's users: upsert, read, erase, export.
struct UserController: Sendable {
    let store: any DirectoryStore
    let putUser: PutUser
    let export: PersonExport
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [
            Endpoint(.putUser, use: put), Endpoint(.getUser, use: get), Endpoint(.eraseUser, use: erase),
            Endpoint(.exportUser, use: everything),
        ]
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let name = try UserName.checked(request.parameter("userId"))
        let body = try request.read(UserBody.self)
        let instant = now()
        let user = User(
            id: UserID(name),
            name: body.name,
            locale: body.locale,
            timeZone: body.timeZone,
            roles: body.roles,
            attributes: body.attributes,
            createdAt: instant,
            updatedAt: instant
        )
        let (stored, created) = try await putUser(user, app: request.app)
        return .json(status: created ? 201 : 200) { stored.write(to: &$0) }
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        guard let user = try await store.user(UserID(request.parameter("userId")), app: request.app) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { user.write(to: &$0) }
    }

    private func erase(_ request: APIRequest) async throws -> APIResponse {
        let id = UserID(request.parameter("userId"))
        let instant = now()
        guard let report = try await store.eraseUser(id, app: request.app, now: instant) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { report.write(to: &$0, user: id, at: instant) }
    }

    private func everything(_ request: APIRequest) async throws -> APIResponse {
        guard let answer = try await export.run(user: UserID(request.parameter("userId")), app: request.app) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { answer.write(to: &$0) }
    }
}
