import PealCore

/// A user of an app.
struct UserKey: Hashable, Sendable, CustomStringConvertible {
    var app: AppID
    var user: UserID

    var description: String { "\(app)/\(user)" }
}
