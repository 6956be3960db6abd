public import PealCore

/// Makes and verifies the tokens that let the actions of a push be taken with no session (design §8).
public struct ActionTokens: Sendable {
    fileprivate struct Known: Sendable {
        var app: AppID
        var secret: ActionSecret
    }

    private let signing: [AppID: ActionSecret]
    private let known: [[UInt8]: [Known]]

    /// A token whose signature holds; whose it is has to be compared.
    public struct Verified: Sendable {
        /// The app.
        public let app: AppID
        private let token: ActionToken
        private let secret: ActionSecret
        private let notification: NotificationID

        fileprivate init(_ known: Known, _ token: ActionToken, _ notification: NotificationID) {
            app = known.app
            secret = known.secret
            self.token = token
            self.notification = notification
        }

        /// Whether it is a user's.
        public func belongs(to user: UserID) -> Bool {
            ConstantTime.isEqual(secret.tag(of: user, on: notification), token.tag)
        }
    }

    /// Takes the secrets of each app: the first one signs, and all of them verify.
    public init(_ secrets: [AppID: [ActionSecret]] = [:]) {
        signing = secrets.compactMapValues(\.first)
        var known: [[UInt8]: [Known]] = [:]
        for (app, secrets) in secrets {
            for secret in secrets { known[secret.hint, default: []].append(Known(app: app, secret: secret)) }
        }
        self.known = known
    }

    /// Makes the token of an action.
    /// - Parameters:
    ///   - action: the action's identifier in the catalog.
    ///   - notification: the notification.
    ///   - user: whose it is.
    ///   - app: the app.
    ///   - end: the instant from which on it is worth nothing.
    /// - Returns: 43 characters; `nil` for an app without a secret.
    public func token(
        for action: String,
        of notification: NotificationID,
        user: UserID,
        app: AppID,
        until end: Timestamp
    ) -> String? {
        guard let secret = signing[app] else { return nil }
        let head = ActionToken.head(hint: secret.hint, end: end, tag: secret.tag(of: user, on: notification))
        return ActionToken(head: head, signature: secret.signature(head, notification, action)).text
    }

    /// Verifies a token without looking anything up.
    /// - Parameters:
    ///   - text: the token.
    ///   - action: the action that is taken.
    ///   - notification: its notification.
    ///   - now: the instant.
    /// - Returns: the token; `nil` for everything that is none, was made for anything else, or has ended.
    public func verify(
        _ text: some StringProtocol,
        for action: String,
        of notification: NotificationID,
        now: Timestamp
    ) -> Verified? {
        guard let token = ActionToken(text) else { return nil }
        let found = known[token.hint]?.first { known in
            ConstantTime.isEqual(known.secret.signature(token.head, notification, action), token.signature)
        }
        guard let found, now < token.end else { return nil }
        return Verified(found, token, notification)
    }
}
