public import PealCore

/// What is said of an entity: by `PUT /entities/{type}/{id}`, as a patch inside a trigger, or by what a merge patch makes of a stored
/// entity.
public struct EntityBody: RequestBody, Sendable {
    /// What it belongs to.
    public var parent: FieldPatch<EntityRef>
    /// Whose it is.
    public var ownerID: FieldPatch<UserID>
    /// The state it is in.
    public var status: FieldPatch<String>
    /// Its own zone.
    public var timeZone: FieldPatch<String>
    /// Its times by name; inside a trigger `nil` removes one.
    public var times: FieldPatch<[String: Timestamp?]>
    /// Free attributes.
    public var attributes: FieldPatch<[String: JSONValue]>

    /// How it is read.
    public static var shape: Shape<EntityBody> {
        .object { EntityBody(from: $0) }
    }

    /// Reads the members of an object; an answer can be sent back.
    init(from object: ObjectReader) {
        object.ignore("entity", "type", "id", "updatedAt", "schedules", "warnings")
        parent = object.patch("parent", .entity)
        ownerID = object.patch("ownerId", .namedUser)
        status = object.patch("status", .identifier(bytes: 100))
        timeZone = object.patch("timeZone", .timeZone)
        times = object.patch("times", .map(Shape<Timestamp>.timestamp.orNull, atMost: 20, nameBytes: 100))
        attributes = object.patch("attributes", .attributes)
    }

    /// The change it asks for (RFC 7396); put as a whole, a part that is removed is empty.
    public func patch(of ref: EntityRef) -> EntityPatch {
        var patch = EntityPatch(ref: ref)
        patch.parent = parent
        patch.ownerID = ownerID
        patch.status = status
        patch.timeZone = timeZone
        patch.times = times
        patch.attributes = attributes
        return patch
    }
}
