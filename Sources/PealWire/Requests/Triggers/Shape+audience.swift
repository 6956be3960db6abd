import PealCore

extension Shape where Value == Audience {
    /// Exactly one of `users`, `members`, `owner` and `all`.
    static var audience: Shape {
        .object { object in
            let named = ["users", "members", "owner", "all"].filter(object.has)
            guard named.count == 1 else {
                object.report("must have exactly one of users, members, owner, all")
                return nil
            }
            if object.has("users") {
                let users = Shape<[UserID]>.array(.namedUser, atMost: 1000).then { users, path in
                    if users.isEmpty { path.report("must contain at least one user") }
                    return users.isEmpty ? nil : users
                }
                return object.required("users", users).map(Audience.users)
            }
            if object.has("members") {
                return object.required("members", Shape<MemberQuery>.members).map(Audience.members)
            }
            if object.has("owner") { return object.required("owner", .yes).map { _ in .owner } }
            return object.required("all", .yes).map { _ in .all }
        }
    }
}

extension Shape where Value == MemberQuery {
    /// Members of an entity, narrowed by role and status.
    fileprivate static var members: Shape {
        .object { object in
            // What narrows an audience must not fail to do so without a word.
            object.refuseNull("role", "status", "any", "alsoMemberOf")
            let of = object.required("of", Shape<EntitySelector>.selector)
            let names = Shape<[String]>.array(.identifier(bytes: 100), atMost: 50)
            let query = MemberQuery(
                of: of ?? .itself,
                roles: object.optional("role", names) ?? [],
                statuses: object.optional("status", names) ?? [],
                any: object.optional("any", .array(.memberMatch, atMost: 10)) ?? [],
                alsoMemberOf: object.optional("alsoMemberOf", Shape<EntitySelector>.selector)
            )
            return of == nil ? nil : query
        }
    }
}

extension Shape where Value == MemberMatch {
    /// Members by role and status.
    fileprivate static var memberMatch: Shape {
        .object { object in
            let names = Shape<[String]>.array(.identifier(bytes: 100), atMost: 50)
            let match = MemberMatch(
                roles: object.optional("role", names) ?? [],
                statuses: object.optional("status", names) ?? []
            )
            if match == MemberMatch() { object.report("must have role or status") }
            return match
        }
    }
}
