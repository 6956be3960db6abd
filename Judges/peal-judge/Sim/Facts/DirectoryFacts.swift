import PealCore

/// A user as the backend put them.
struct UserFact: Sendable, Equatable {
    var app: AppID
    var id: UserID
    var timeZone: String?
}

/// An entity as the backend put it.
struct EntityFact: Sendable, Equatable {
    var app: AppID
    var ref: EntityRef
    var parent: EntityRef?
    var owner: UserID?
    var status: String?
    var times: [String: Timestamp]
}

/// A member of an entity.
struct MemberFact: Sendable, Equatable {
    var app: AppID
    var entity: EntityRef
    var user: UserID
    var role: String?
    var status: String?
}
