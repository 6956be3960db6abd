/// A change to an entity as a merge patch says it (RFC 7396), so that a trigger can move the status alone.
public struct EntityPatch: Sendable, Equatable {
    /// What it is.
    public var ref: EntityRef
    /// What it belongs to.
    public var parent: FieldPatch<EntityRef>
    /// Whose it is.
    public var ownerID: FieldPatch<UserID>
    /// The state it is in.
    public var status: FieldPatch<String>
    /// Its own zone (IANA name).
    public var timeZone: FieldPatch<String>
    /// Times by name: those that are named change, and `nil` removes one.
    public var times: FieldPatch<[String: Timestamp?]>
    /// Free attributes: those that are named change as a merge patch says.
    public var attributes: FieldPatch<[String: JSONValue]>

    /// Describes a change; `nil` keeps a part as it is.
    public init(
        ref: EntityRef,
        parent: EntityRef? = nil,
        ownerID: UserID? = nil,
        status: String? = nil,
        timeZone: String? = nil,
        times: [String: Timestamp?]? = nil,
        attributes: [String: JSONValue]? = nil
    ) {
        self.ref = ref
        self.parent = FieldPatch(parent)
        self.ownerID = FieldPatch(ownerID)
        self.status = FieldPatch(status)
        self.timeZone = FieldPatch(timeZone)
        self.times = FieldPatch(times)
        self.attributes = FieldPatch(attributes)
    }
}

extension Entity {
    /// An entity as a patch leaves it.
    /// - Parameters:
    ///   - stored: the entity as it is; `nil` when there is none.
    ///   - patch: what changes.
    ///   - now: the instant it is.
    public init(_ stored: Entity?, _ patch: EntityPatch, at now: Timestamp) {
        var times = patch.times == .remove ? [:] : stored?.times ?? [:]
        for (name, time) in patch.times.value ?? [:] { times[name] = time }
        let attributes = patch.attributes == .remove ? [:] : stored?.attributes ?? [:]
        self.init(
            ref: patch.ref,
            parent: patch.parent.merged(into: stored?.parent),
            ownerID: patch.ownerID.merged(into: stored?.ownerID),
            status: patch.status.merged(into: stored?.status),
            timeZone: patch.timeZone.merged(into: stored?.timeZone),
            times: times,
            attributes: attributes.merging(patch.attributes.value ?? [:]),
            updatedAt: now
        )
    }
}
