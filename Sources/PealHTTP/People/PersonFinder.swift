import PealCore
import PealEngine
import PealWire

/// Finds whose things a call of people is about; what is not the caller's does not exist.
struct PersonFinder: Sendable {
    let users: Users

    /// The person of `{userId}`: the caller, or any user of the backend's app.
    func person(_ request: APIRequest) async throws -> UserID {
        let name = request.parameter("userId")
        switch request.caller {
        case .person(_, let user):
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

    /// The caller, on calls of people alone.
    static func caller(_ request: APIRequest) throws(Problem) -> UserID {
        guard case .person(_, let user) = request.caller else { throw nobody }
        return user
    }

    private static let nobody = Problem(.notFound, "unknown user")
}
