import PealCore
import PealEngine

extension InboxView {
    func write(to writer: inout JSONWriter, cursor: String?) {
        writer.object { writer in
            writer.array("items", items) { $1.write(to: &$0) }
            writer.member("nextCursor", orNull: cursor)
            counts.write(to: &writer)
            if let groups {
                writer.array("groups", groups) { writer, group in
                    writer.object { writer in
                        writer.member("type", group.type.rawValue)
                        writer.member("date", group.date.iso)
                        writer.member("count", group.ids.count)
                        writer.member("ids", group.ids.map(\.description))
                    }
                }
            }
        }
    }
}

extension CountsView {
    /// Writes members into the object around.
    func write(to writer: inout JSONWriter) {
        writer.member("unreadCount", unread)
        writer.member("unseenCount", unseen)
        writer.object("badge") { writer in
            writer.member("count", badge)
            writer.member("version", badgeVersion)
        }
    }
}

extension NotificationView {
    /// S0's `Notification`, then what Peal adds.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", item.id.description)
            writer.member("userId", userID.rawValue)
            writer.member("category", category)
            writer.member("title", content.text.title)
            writer.member("body", content.text.body)
            writer.member("data", .object(clientData))
            writer.member("channels", channels)
            writer.member("status", status.rawValue)
            writer.array("actions", actions) { $1.write(to: &$0) }
            writer.member("priority", item.priority.rawValue)
            writer.member("acceptedAt", item.acceptedAt)
            writer.member("deliveredAt", item.deliveredAt)
            writer.member("readAt", item.readAt)
            writer.member("createdAt", item.createdAt)
            writer.member("type", item.type.rawValue)
            writer.member("entity", item.entity?.description)
            writer.member("parent", item.parent?.description)
            writer.member("root", item.root?.description)
            writer.member("thread", content.thread)
            writer.member("group", content.group ?? content.thread)
            writer.member("link", content.link)
            writer.member("seenAt", item.seenAt)
            writer.member("alert", item.isAlert)
            if count > 1 { writer.member("count", count) }
            writer.member("why", why)
            writer.member("trigger", item.triggerID.description)
            // Only an export has those.
            if !item.isShown { writer.member("hidden", true) }
        }
    }

    /// S0's `data`: the trigger's variables, and where the notification leads.
    ///
    /// A variable that has one of those names takes its place: the notification itself names them too.
    private var clientData: [String: JSONValue] {
        let own = [
            "type": item.type.rawValue, "entity": item.entity?.description, "parent": item.parent?.description,
            "root": item.root?.description, "link": content.link, "thread": content.thread,
        ]
        return own.compactMapValues { $0.map { .string($0) } }.merging(data) { $1 }
    }
}

extension NotificationView.Action {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("title", title)
            writer.member("type", kind.rawValue)
            writer.member("kind", kind.rawValue)
            writer.member("deepLink", link)
            writer.member("link", link)
            if !payload.isEmpty { writer.member("payload", .object(payload)) }
        }
    }
}
