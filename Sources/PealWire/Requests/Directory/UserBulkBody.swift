public import PealCore

/// The body of `POST /users/bulk`: each user stands alone, so each keeps its own problems.
public struct UserBulkBody: Sendable {
    /// At most so many in one call.
    public static let maximumUsers = 1000

    /// One user with the name that the path of a single one has.
    public struct Item: Sendable {
        /// The user.
        public var id: UserID
        /// What the backend says of them.
        public var body: UserBody
    }

    /// The users, or why one is none.
    public var users: [Result<Item, Problem>]

    /// Reads a body.
    /// - Throws: ``Problem`` when the whole is not a list of users.
    public static func read(_ bytes: [UInt8], rules: ReadingRules) throws(Problem) -> UserBulkBody {
        let list = try RawList.read(bytes, rules: rules)
        var seen: Set<UserID> = []
        var logs = ProblemLogs()
        return UserBulkBody(
            users: list.elements.enumerated().map { index, json in
                logs.read(at: "/users/\(index)", rules: rules) { path in
                    let item = item.read(json, path)
                    if let item, !seen.insert(item.id).inserted {
                        path.report("an earlier user of the list has this id")
                    }
                    return item
                }
            }
        )
    }

    private static var item: Shape<Item> {
        .object { object in
            let id = object.required("id", .user)
            object.ignore("createdAt", "updatedAt")
            let body = UserBody(object)
            return id.map { Item(id: $0, body: body) }
        }
    }

    private struct RawList: RequestBody {
        var elements: [JSONValue]

        static var shape: Shape<RawList> {
            .object { object in
                let elements = object.required("users", Shape<[JSONValue]>.array(.any, atMost: maximumUsers))
                if let elements, elements.isEmpty { object.report("must contain at least one user", at: "users") }
                return elements.map(RawList.init)
            }
        }
    }
}
