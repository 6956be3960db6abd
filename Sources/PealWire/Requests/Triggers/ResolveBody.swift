public import PealCore

/// The body of `POST /notifications/resolve`: a thread was read elsewhere (R165).
public struct ResolveBody: RequestBody, Sendable {
    /// Whose.
    public var user: UserID
    /// What was read.
    public var thread: String

    /// How it is read.
    public static var shape: Shape<ResolveBody> {
        .object { object in
            let user = object.required("user", Shape<UserID>.namedUser)
            let thread = object.required("thread", .identifier)
            guard let user, let thread else { return nil }
            return ResolveBody(user: user, thread: thread)
        }
    }
}
