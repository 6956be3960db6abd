public import PealCore

/// What is put as an entity: by `PUT /entities/{type}/{id}`, inside a trigger, or by what a merge patch makes of a stored entity.
public struct EntityBody: RequestBody, Sendable {
    /// What it belongs to.
    public var parent: EntityRef?
    /// Whose it is.
    public var ownerID: UserID?
    /// The state it is in.
    public var status: String?
    /// Its own zone.
    public var timeZone: String?
    /// Its times by name; inside a trigger `nil` removes one.
    public var times: [String: Timestamp?]?
    /// Free attributes.
    public var attributes: [String: JSONValue]?

    /// How it is read.
    public static var shape: Shape<EntityBody> {
        .object { EntityBody(from: $0) }
    }

    /// Reads the members of an object; an answer can be sent back.
    init(from object: ObjectReader) {
        object.ignore("entity", "type", "id", "updatedAt", "schedules", "warnings")
        parent = object.optional("parent", .entity)
        ownerID = object.optional("ownerId", .key())
        status = object.optional("status", .identifier(bytes: 100))
        timeZone = object.optional("timeZone", .timeZone)
        times = object.optional("times", .map(Shape<Timestamp>.timestamp.orNull, atMost: 20, nameBytes: 100))
        attributes = object.optional("attributes", .attributes)
    }

    /// The change it asks for.
    public func patch(of ref: EntityRef) -> EntityPatch {
        EntityPatch(
            ref: ref,
            parent: parent,
            ownerID: ownerID,
            status: status,
            timeZone: timeZone,
            times: times,
            attributes: attributes
        )
    }
}
