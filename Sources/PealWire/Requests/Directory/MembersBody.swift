public import PealCore

/// The body of `POST /entities/{type}/{id}/members`: members of one entity, all or none.
public struct MembersBody: RequestBody, Sendable {
    /// One member.
    public struct Item: Sendable {
        /// The user.
        public var userID: UserID
        /// The part they have.
        public var role: String?
        /// Where they stand.
        public var status: String?
        /// Free attributes.
        public var attributes: [String: JSONValue]
    }

    /// The members, each user once.
    public var members: [Item]

    /// The most members of one request.
    public static let maximumMembers = 5_000

    /// How it is read.
    public static var shape: Shape<MembersBody> {
        .object { object in
            guard let members = object.required("members", list) else { return nil }
            if members.isEmpty { object.report("must contain at least one member", at: "members") }
            return MembersBody(members: members)
        }
    }

    /// Members, each user once.
    static var list: Shape<[Item]> {
        Shape<[Item]>.array(item, atMost: maximumMembers).then { members, path in
            var seen: Set<UserID> = []
            for member in members where !seen.insert(member.userID).inserted {
                path.report("names `\(member.userID.rawValue.prefix(64))` more than once")
            }
            return members
        }
    }

    private static var item: Shape<Item> {
        .object { object in
            // A list that an answer gave can be sent back; the path of a single member calls the user `userId`.
            object.ignore("entity", "updatedAt")
            let other = object.optional("userId", .user)
            let user = other == nil ? object.required("user", .user) : object.optional("user", .user) ?? other
            let role = object.optional("role", .identifier(bytes: 100))
            let status = object.optional("status", .identifier(bytes: 100))
            let attributes = object.optional("attributes", .attributes) ?? [:]
            return user.map { Item(userID: $0, role: role, status: status, attributes: attributes) }
        }
    }
}
