import Synchronization

/// Who may send to which project.
final class ExpoAccess: Sendable {
    static let projectLimit = 1_000

    /// Access tokens by the mark of their project.
    private let tokens = Mutex<[String: String]>([:])

    /// Lets only those send to a project who have its access token; `nil` when there are too many projects.
    func secure(_ project: String) -> String? {
        let mark = ExpoPushTokens.mark(of: project)
        let token = "sim_expo_access_" + mark
        return tokens.withLock { tokens in
            guard tokens[mark] != nil || tokens.count < Self.projectLimit else { return nil }
            tokens[mark] = token
            return token
        }
    }

    /// Whether a request may come in, to a project when it is about one.
    func lets(in bearer: String?, project: String?) -> Bool {
        tokens.withLock { tokens in
            if let project, let token = tokens[project] { return bearer == token }
            // Where no access token is needed, a wrong one is refused all the same.
            return bearer.map { tokens.values.contains($0) } ?? true
        }
    }
}
