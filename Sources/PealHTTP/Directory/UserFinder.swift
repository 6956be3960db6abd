import PealCore
import PealEngine
import PealWire

/// Finds whose things a call of users is about; what is not the caller's does not exist.
struct UserFinder: Sendable {
    let users: Users

    /// The user of `{userId}`: the caller, or any user of the backend's app.
    func user(_ request: APIRequest) async throws -> UserID {
        let name = request.parameter("userId")
        switch request.caller {
        case .endUser(_, let user), .device(_, let user, _), .action(_, let user):
            // By its bytes: two spellings of "é" are two users.
            guard name == UserName.caller || UserID(name) == user else { throw Self.nobody }
            return user
        case .backend(let app, _, _):
            guard name != UserName.caller else {
                throw Problem(.notFound, "\"me\" is the user of a token; with a secret key, use the user id")
            }
            let id = UserID(name)
            guard UserName.isValid(name), try await users.find(id, app: app) != nil else { throw Self.nobody }
            return id
        }
    }

    /// The user whose inbox it is: the caller, or the user that a backend names with `?user=`.
    func subject(_ request: APIRequest, _ query: QueryReader) async throws -> UserID {
        switch request.caller {
        case .endUser(_, let user), .device(_, let user, _), .action(_, let user):
            let named = query.identifier("user")
            try query.finish()
            guard named.map({ $0 == UserName.caller || UserID($0) == user }) ?? true else { throw Self.nobody }
            return user
        case .backend(let app, _, _):
            let id = UserID(query.requiredIdentifier("user"))
            try query.finish()
            guard UserName.isValid(id.rawValue), try await users.find(id, app: app) != nil else { throw Self.nobody }
            return id
        }
    }

    private static let nobody = Problem(.notFound, "unknown user")
}
