/// The body of `PUT /entities/{type}/{id}`: an entity, and members that are put with it.
public struct EntityPutBody: RequestBody, Sendable {
    /// The entity.
    public var entity: EntityBody
    /// The members, each user once; those that are not named stay as they are.
    public var members: [MembersBody.Item]

    /// How it is read.
    public static var shape: Shape<EntityPutBody> {
        .object { object in
            EntityPutBody(
                entity: EntityBody(from: object),
                members: object.optional("members", MembersBody.list) ?? []
            )
        }
    }
}
