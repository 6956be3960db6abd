import PealCore

/// A device as it is stored; one that was revoked has no token.
struct DeviceFact: Sendable, Equatable {
    var app: AppID
    var id: DeviceID
    var user: UserID
    var provider: ProviderID
    var tokenHash: [UInt8]?
    var state: String
    var permission: String
    var timeZone: String?
    var lastSeenAt: Timestamp
    /// Since when a provider says that its token is gone.
    var invalidSince: Timestamp?
}

/// What a user chose.
struct PreferenceFact: Sendable, Equatable {
    var userKey: UserKey
    var choices: Preferences
}

/// What a user muted; no target for everything.
struct MuteFact: Sendable, Equatable {
    var userKey: UserKey
    var scope: String
    var target: String
    var until: Timestamp?
}

/// The count that a user's devices show.
struct BadgeFact: Sendable, Equatable {
    var userKey: UserKey
    var unseen: Int
    var unread: Int
}
