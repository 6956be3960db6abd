public import PealCore

/// The body of `POST /notifications/seen`, `/read-all` and `/restore`, and of `DELETE /notifications`: which of them; nothing
/// at all is the whole inbox (R173).
public struct InboxScopeBody: RequestBody, Sendable {
    /// These, and no others.
    public var ids: [NotificationID]?
    /// Of one category, by any of its names.
    public var category: String?
    /// Of one thread.
    public var thread: String?
    /// About one entity.
    public var entity: EntityRef?
    /// With this link.
    public var link: String?
    /// Decided before an instant.
    public var before: Timestamp?

    /// The most notifications that one request names.
    public static let maximumIDs = 200

    /// How it is read.
    public static var shape: Shape<InboxScopeBody> {
        .object { object in
            // A filter that says nothing is the whole inbox, which nobody means who names one.
            object.refuseNull("ids", "category", "thread", "entity", "link", "before")
            let ids = object.optional("ids", .array(.notification, atMost: maximumIDs))
            let body = InboxScopeBody(
                ids: ids,
                category: object.optional("category", .identifier),
                thread: object.optional("thread", .identifier),
                entity: object.optional("entity", .entity),
                link: object.optional("link", .string(bytes: LinkPolicy.maximumLength)),
                before: object.optional("before", .timestamp)
            )
            if object.has("ids"), ["category", "thread", "entity", "link", "before"].contains(where: object.has) {
                object.report("cannot be combined with another filter", at: "ids")
            }
            return body
        }
    }
}

extension Shape where Value == NotificationID {
    /// An identifier of a notification.
    static var notification: Shape {
        Shape { json, path in
            guard let id = json.string.flatMap({ NotificationID($0) }) else {
                path.report("must be the id of a notification")
                return nil
            }
            return id
        }
    }
}
