/// An app's data key, wrapped by the root key.
public struct DataKeyRecord: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Counts rotations, from 1.
    public var version: Int
    /// The wrapped key.
    public var wrapped: [UInt8]
    /// When it was made.
    public var createdAt: Timestamp

    /// Joins the parts.
    public init(app: AppID, version: Int, wrapped: [UInt8], createdAt: Timestamp) {
        self.app = app
        self.version = version
        self.wrapped = wrapped
        self.createdAt = createdAt
    }
}
