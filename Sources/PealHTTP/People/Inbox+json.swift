import PealCore
import PealEngine
import PealWire

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
            writer.member("title", item.content.title)
            writer.member("body", item.content.body)
            writer.object("data") { writer in
                writer.member("type", item.type.rawValue)
                writer.member("entity", item.entity?.description)
                writer.member("parent", item.parent?.description)
                writer.member("link", item.content.link)
                writer.member("thread", item.content.thread)
            }
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
            writer.member("thread", item.content.thread)
            writer.member("link", item.content.link)
            writer.member("seenAt", item.seenAt)
            writer.member("alert", item.isAlert)
            writer.member("trigger", item.triggerID.description)
            // Only an export has those.
            if !item.isShown { writer.member("hidden", true) }
        }
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
        }
    }
}
