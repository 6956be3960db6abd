/// The scope of an idempotency key: (app, method and path, key).
public struct IdempotencyKey: Sendable, Hashable {
    /// The app.
    public var app: AppID
    /// Method and path.
    public var operation: String
    /// The caller's key.
    public var key: String

    /// Joins the parts.
    public init(app: AppID, operation: String, key: String) {
        self.app = app
        self.operation = operation
        self.key = key
    }
}
