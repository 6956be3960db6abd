/// A thing of the host app that notifications are about.
public struct Entity: Sendable, Equatable {
    /// What it is.
    public var ref: EntityRef
    /// What it belongs to.
    public var parent: EntityRef?
    /// Whose it is.
    public var ownerID: UserID?
    /// The state it is in.
    public var status: String?
    /// Its own zone (IANA name).
    public var timeZone: String?
    /// Its times by name, for example `startsAt`.
    public var times: [String: Timestamp]
    /// Free attributes.
    public var attributes: [String: JSONValue]
    /// When it last changed.
    public var updatedAt: Timestamp

    /// Describes an entity.
    public init(
        ref: EntityRef,
        parent: EntityRef? = nil,
        ownerID: UserID? = nil,
        status: String? = nil,
        timeZone: String? = nil,
        times: [String: Timestamp] = [:],
        attributes: [String: JSONValue] = [:],
        updatedAt: Timestamp
    ) {
        self.ref = ref
        self.parent = parent
        self.ownerID = ownerID
        self.status = status
        self.timeZone = timeZone
        self.times = times
        self.attributes = attributes
        self.updatedAt = updatedAt
    }
}

extension Entity {
    /// What a variable of a type that Peal triggers gets: an attribute, a time, or `status`.
    public func value(named name: String) -> JSONValue? {
        if let value = attributes[name] { return value == .null ? nil : value }
        if let time = times[name] { return .string(time.rfc3339) }
        return name == ScheduleRule.statusSource ? status.map(JSONValue.string) : nil
    }
}

/// A user's part in an entity.
public struct Member: Sendable, Equatable {
    /// What the user is a member of.
    public var entity: EntityRef
    /// Who.
    public var userID: UserID
    /// The part they have, for example `admin`.
    public var role: String?
    /// Where they stand, for example `confirmed`.
    public var status: String?
    /// Free attributes; as stored, those that rules read (``readAttributes``).
    public var attributes: [String: JSONValue]
    /// All other attributes as they are stored, sealed; empty without any, and where they were opened.
    public var sealedAttributes: [UInt8] = []
    /// When it last changed.
    public var updatedAt: Timestamp

    /// Attributes that rules read, so that they are stored in clear.
    public static let readAttributes: Set<String> = ["checkedInAt"]

    /// Describes a membership; what is sealed is set afterwards.
    public init(
        entity: EntityRef,
        userID: UserID,
        role: String? = nil,
        status: String? = nil,
        attributes: [String: JSONValue] = [:],
        updatedAt: Timestamp
    ) {
        self.entity = entity
        self.userID = userID
        self.role = role
        self.status = status
        self.attributes = attributes
        self.updatedAt = updatedAt
    }
}
