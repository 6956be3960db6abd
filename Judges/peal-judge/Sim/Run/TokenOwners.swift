import PealCore

/// The owner of each token by what was answered, and which notifications no user may get any more.
///
/// A token is in here only while that is certain: not while a call that changes it is under way, nor after a crash
/// within one.
struct TokenOwners {
    /// A token of an app.
    struct Token: Hashable {
        var app: AppID
        var text: String
    }

    private enum Owner: Equatable {
        /// Its user logged out, switched pushes off or was erased.
        case nobody
        case user(UserID)
    }

    private var owners: [Token: Owner] = [:]
    private var recipients: [NotificationID: UserKey] = [:]
    private var erased: Set<NotificationID> = []

    /// A call that may give the token to another user begins, or nobody knows how it ended.
    mutating func forget(_ token: Token) { owners[token] = nil }

    mutating func registered(_ token: Token, by user: UserID) { owners[token] = .user(user) }

    /// A logout was answered, or that the device gets no more pushes.
    ///
    /// A user who registered the token while it was under way has it.
    mutating func left(_ token: Token) { if owners[token] == nil { owners[token] = .nobody } }

    mutating func decided(_ notification: NotificationID, for userKey: UserKey) { recipients[notification] = userKey }

    /// An erasure begins: the user's tokens may be theirs until it is answered.
    mutating func beginErasing(_ userKey: UserKey) -> [Token] {
        let tokens = owners.filter { $0.key.app == userKey.app && $0.value == .user(userKey.user) }.map(\.key)
        for token in tokens { owners[token] = nil }
        return tokens
    }

    /// An erasure was answered: neither these tokens nor what was decided before may be pushed to.
    mutating func erased(_ userKey: UserKey, _ tokens: [Token]) {
        for token in tokens { left(token) }
        for (id, recipient) in recipients where recipient == userKey { erased.insert(id) }
    }

    /// What forbids to push a notification to a token; `nil` when nothing does.
    func objection(to notification: NotificationID, at token: Token) -> String? {
        if erased.contains(notification) { return "whose recipient was erased" }
        switch owners[token] {
        case .nobody: return "whose user logged out, switched pushes off or was erased"
        case .user(let owner):
            guard let recipient = recipients[notification], recipient.user != owner else { return nil }
            return "which is a token of \(owner), not of \(recipient)"
        case nil: return nil
        }
    }

    /// Whether a silent push to a token is forbidden.
    func isNobodys(_ token: Token) -> Bool { owners[token] == .nobody }
}
