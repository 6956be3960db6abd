public import PealCore

/// The body of `PUT /entities/{type}/{id}/members/{userId}`.
public struct MemberBody: RequestBody, Sendable {
    /// The part they have.
    public var role: String?
    /// Where they stand.
    public var status: String?
    /// Free attributes.
    public var attributes: [String: JSONValue]

    /// How it is read.
    public static var shape: Shape<MemberBody> {
        .object { object in
            object.ignore("entity", "user", "updatedAt")
            return MemberBody(
                role: object.optional("role", .identifier(bytes: 100)),
                status: object.optional("status", .identifier(bytes: 100)),
                attributes: object.optional("attributes", .attributes) ?? [:]
            )
        }
    }
}
