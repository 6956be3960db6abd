import PealCore
import PealWire

/// Who makes a call.
enum Caller: Sendable, Equatable {
    /// An app's backend.
    case backend(app: AppID, key: SecretKeyID, scopes: Set<String>)
    /// A person.
    case person(app: AppID, user: UserID)

    var app: AppID {
        switch self {
        case .backend(let app, _, _), .person(let app, _): app
        }
    }

    var isBackend: Bool { if case .backend = self { true } else { false } }

    /// Whether a key carries a scope; a person carries none.
    func has(_ scope: Scope) -> Bool {
        guard case .backend(_, _, let scopes) = self else { return false }
        return scopes.contains("*") || scopes.contains(scope.rawValue)
    }

    /// Refuses a caller the route is not for; what is not theirs by name is refused later, as not found.
    func check(_ access: APIRoute.Access) throws(Problem) {
        switch (access, self) {
        case (.open, _), (.sandbox, _), (.personOrBackend, .person), (.personOrAnyone, .person),
            (.person, .person), (.personOrTicket, .person):
            return
        case (.backend(let scope), .backend): try require(scope)
        case (.personOrBackend, .backend): try require(.people)
        case (.backend, .person): throw Problem(.scopeMissing, "this endpoint needs the app's secret key")
        case (.personOrAnyone, .backend), (.person, .backend), (.personOrTicket, .backend):
            throw Problem(.scopeMissing, "this endpoint needs an end user's token")
        }
    }

    private func require(_ scope: Scope) throws(Problem) {
        guard has(scope) else { throw Problem(.scopeMissing, "this key lacks the scope \"\(scope.rawValue)\"") }
    }
}
