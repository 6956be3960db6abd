import PealCore
import PealWire

/// Who makes a call.
enum Caller: Sendable, Equatable {
    /// An app's backend.
    case backend(app: AppID, key: SecretKeyID, grants: Set<KeyGrant>)
    /// A user.
    case endUser(app: AppID, user: UserID)
    /// A device of a user, without a session.
    case device(app: AppID, user: UserID, id: DeviceID)
    /// The user of a notification, by the token of the action that is taken.
    case action(app: AppID, user: UserID)

    /// The secret key of a backend; `nil` for anyone else.
    var key: SecretKeyID? {
        if case .backend(_, let key, _) = self { key } else { nil }
    }

    var app: AppID {
        switch self {
        case .backend(let app, _, _), .endUser(let app, _), .device(let app, _, _), .action(let app, _): app
        }
    }

    /// The user who calls, or whose device does; a backend is nobody.
    var user: UserID? {
        switch self {
        case .backend: nil
        case .endUser(_, let user), .device(_, let user, _), .action(_, let user): user
        }
    }

    var isBackend: Bool { if case .backend = self { true } else { false } }

    /// Whether a key carries a scope; a user carries none.
    /// - Parameters:
    ///   - scope: the scope.
    ///   - isReading: whether nothing is changed.
    /// - Returns: whether one of the key's grants is enough.
    func has(_ scope: Scope, isReading: Bool = false) -> Bool {
        guard case .backend(_, _, let grants) = self else { return false }
        return grants.contains { $0.allows(scope, isReading: isReading) }
    }

    /// Refuses a caller the route is not for; what is not theirs by name is refused later, as not found.
    func check(_ route: APIRoute) throws(Problem) {
        switch (route.access, self) {
        case (.open, _), (.sandbox, _), (.userOrBackend, .endUser), (.userOrAnyone, .endUser), (.endUser, .endUser),
            (.userOrTicket, .endUser), (.userDeviceOrBackend, .endUser), (.userDeviceOrBackend, .device),
            (.userActionOrBackend, .endUser), (.userActionOrBackend, .action):
            return
        case (.backend(let scope), .backend): try require(scope, of: route)
        case (.userOrBackend, .backend), (.userDeviceOrBackend, .backend), (.userActionOrBackend, .backend):
            try require(.users, of: route)
        case (_, .device): throw Problem(.scopeMissing, "a device key may not make this request")
        case (_, .action): throw Problem(.scopeMissing, "an action token may not make this request")
        case (.backend, .endUser): throw Problem(.scopeMissing, "this endpoint needs the app's secret key")
        case (.userOrAnyone, .backend), (.endUser, .backend), (.userOrTicket, .backend):
            throw Problem(.scopeMissing, "this endpoint needs an end user's token")
        }
    }

    private func require(_ scope: Scope, of route: APIRoute) throws(Problem) {
        guard !has(scope, isReading: route.isReading) else { return }
        guard !has(scope, isReading: true) else {
            throw Problem(.scopeMissing, "this key may only read with the scope \"\(scope.rawValue)\"")
        }
        throw Problem(.scopeMissing, "this key lacks the scope \"\(scope.rawValue)\"")
    }
}
